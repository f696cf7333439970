import { Type } from 'class-transformer';
import {
  Contains,
  Equals,
  IsArray,
  IsBase64,
  IsDateString,
  IsEnum,
  IsIn,
  IsInt,
  IsIP,
  IsLatLong,
  IsNotEmpty,
  IsNumberString,
  IsOptional,
  IsPositive,
  IsUrl,
  Matches,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { Dto, Field } from '../../../src/api/field.js';
import { flag, text } from '../../../src/api/rules.js';

export enum Level {
  Low = 1,
  High = 2,
}

const says = (description: string) => JSONSchema({ description });

@Dto('A part.')
export class Part {
  @Field('A name.', text(1, 10), { example: 'left' })
  name: string;
}

/** Validators of class-validator itself, which are allowed where none of our rules fits. */
@Dto('Every corrected validator.')
export class StockDto {
  @says('Order one.') @Min(1) @IsInt() minFirst: number;
  @says('Order two.') @IsInt() @Max(9) @IsPositive() maxLast: number;
  @says('Ratio.') @Min(0.5) ratio: number;
  @says('Level.') @IsEnum(Level) level: Level;
  @says('Mixed.') @IsIn(['a', 1]) mixed: string | number;
  @says('One.') @Equals('x') one: string;
  @says('When.') @IsDateString() when: string;
  @says('Where.') @IsUrl() url: string;
  @says('Bytes.') @IsBase64() bytes: string;
  @says('Address.') @IsIP() address: string;
  @says('Digits.') @IsNumberString() digits: string;
  @says('Dotted.') @Contains('a.b') dotted: string;
  @says('Coded.') @Matches(/^[a-z]+$/u) coded: string;
  @says('Any.') @IsNotEmpty() any: number;
  @says('Place.') @IsLatLong() place: string[];
  @says('Parts.') @IsArray() @ValidateNested({ each: true }) @Type(() => Part) parts: Part[];
  @says('Maybe.') @IsOptional() @IsInt() maybe?: number;
}

@Dto('A parent.')
export class Parent {
  @Field('Replaced below.', text(1, 10), { example: 'a' })
  name: string;

  @Field('Kept.', flag())
  kept: boolean;
}

@Dto('A child.')
export class Child extends Parent {
  @Field('Longer than the parent’s.', text(1, 20), { example: 'b' })
  declare name: string;
}
