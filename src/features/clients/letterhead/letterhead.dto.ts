import { Dto, Field } from '../../../api/field.js';
import { choice, integer, line, list, nullable, object, optional, text, uuid } from '../../../api/rules.js';
import { type Letterhead, type LogoType, logoTypes } from './letterhead.js';

/** Maximum size of a logo (bytes). */
export const MAX_LOGO_BYTES = 65_536;
const MAX_BASE64 = 4 * Math.ceil(MAX_LOGO_BYTES / 3);
const base64 = () => text(4, MAX_BASE64, /^[A-Za-z0-9+/]+={0,2}$/, 'an image of at most 65,536 bytes in base64');
const says = {
  name: 'The name of the adviser or the firm; null without one.',
  address: 'Lines of the address, optionally with telephone number and website; at most 6.',
  logo: 'The logo; null without one.',
};
const name = () => nullable(line(1, 100));
const address = () => list(line(1, 100), 6);
const lines = ['1 Harbour Street', 'London EC3 4AB'];

@Dto('A logo.')
export class LogoDto {
  @Field('The media type of the file.', choice(logoTypes), { example: 'image/svg+xml' })
  mediaType!: LogoType;

  @Field(
    'The image in base64, at most 65,536 bytes; a PNG at most 2,000 pixels wide and high. An SVG keeps the elements ' +
      'that draw shapes, texts and gradients; scripts, links, images and references to anything outside are removed.',
    base64(),
    {
      example:
        'PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCAxMCAxMCI+PGNpcmNsZSBjeD0iNSIgY3k9IjUiIHI9IjQiIGZpbGw9IiMwMDY4YTgiPjwvY2lyY2xlPjwvc3ZnPg==',
    },
  )
  data!: string;
}

@Dto('Changes to the letterhead. Omitted fields are unchanged.')
export class LetterheadChangesDto {
  @Field(says.name, optional(name()), { example: 'Lovelace Wealth Ltd' })
  name?: string | null;

  @Field(says.address, optional(address()), { example: lines })
  address?: string[];

  @Field(says.logo, optional(nullable(object(() => LogoDto))))
  logo?: LogoDto | null;
}

@Dto('The letterhead of reports on clients.')
export class LetterheadDto {
  @Field('Id of the account.', uuid(), { example: '019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d6e' })
  id!: string;

  @Field(says.name, name(), { example: 'Lovelace Wealth Ltd' })
  name!: string | null;

  @Field(says.address, address(), { example: lines })
  address!: string[];

  @Field('The logo as it is shown; null without one.', nullable(object(() => LogoDto)))
  logo!: LogoDto | null;

  @Field('Increases by one with every change; part of the ETag.', integer(1, 2_147_483_647), { example: 2 })
  version!: number;

  static from({ id, name: own, address: given, logo, version }: Letterhead): LetterheadDto {
    return Object.assign(new LetterheadDto(), {
      id,
      name: own,
      address: given,
      logo: logo && { mediaType: logo.mediaType, data: Buffer.from(logo.bytes).toString('base64') },
      version,
    });
  }
}
