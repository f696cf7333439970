import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint, type EndpointDescription } from '../../../api/endpoint.js';
import { text } from '../../../api/rules.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import type { Reply } from '../../../http/reply.js';
import { stixType } from '../stix/stix-object.js';
import {
  TaxiiApiRootDto,
  TaxiiCollectionDto,
  TaxiiCollectionsDto,
  TaxiiEnvelopeDto,
  TaxiiManifestDto,
  TaxiiQuery,
  TaxiiVersionsDto,
  taxiiAlternative,
  taxiiProblems,
} from './taxii.dto.js';
import { type TaxiiPage, TaxiiService } from './taxii.service.js';
import { TaxiiCollections } from './taxii-collections.service.js';
import { TAXII_ROOT, taxiiReply, taxiiTime, taxiiType } from './taxii-form.js';

const collectionId = {
  description: 'Id or alias of a collection: `vulnerabilities`, `sanctions` or `cases`.',
  rule: text(1, 100),
  example: 'vulnerabilities',
};
const objectId = {
  description: 'Id of a STIX object.',
  rule: text(1, 200),
  example: 'identity--b1f5d8a0-52c5-5fd4-9d4d-8f6c7a1c6a10',
};
const pageHeaders = {
  'X-TAXII-Date-Added-First': 'When the first object of the page was added; absent without objects.',
  'X-TAXII-Date-Added-Last': 'When the last object of the page was added; absent without objects.',
};
const common = {
  acceptsKeys: true,
  endsWithSlash: true,
  problemForm: taxiiProblems,
} satisfies Partial<EndpointDescription>;
const errors: EndpointDescription['errors'] = ['not_found'];

/** A server of TAXII 2.1 that can only be read. Personal keys are accepted as bearer tokens. */
@Service()
@Authorized()
@JsonController(TAXII_ROOT)
export class TaxiiController {
  constructor(
    private readonly taxii: TaxiiService,
    private readonly collections: TaxiiCollections,
  ) {}

  @Get('/')
  @Endpoint({
    summary: 'Get the API root of TAXII',
    description:
      'Returns the API root of TAXII 2.1, which `GET /taxii2/` names. Errors of all operations below it have the form of ' +
      'TAXII. Personal keys are accepted as bearer tokens.',
    alternatives: taxiiAlternative(TaxiiApiRootDto, 'The API root.'),
    ...common,
  })
  async getTaxiiRoot(): Promise<Reply> {
    const root: TaxiiApiRootDto = {
      title: 'Watchfloor',
      description: 'Vulnerabilities, sanctions and your cases.',
      versions: [taxiiType],
      max_content_length: 0,
    };
    return taxiiReply(root);
  }

  @Get('/collections/')
  @Endpoint({
    summary: 'List TAXII collections',
    description: 'Lists the collections of TAXII 2.1. All can be read and none can be written.',
    alternatives: taxiiAlternative(TaxiiCollectionsDto, 'The collections.'),
    ...common,
  })
  async getTaxiiCollections(): Promise<Reply> {
    return taxiiReply({ collections: this.collections.all.map(({ description }) => description) });
  }

  @Get('/collections/:collectionId/')
  @Endpoint({
    summary: 'Get a TAXII collection',
    description: 'Returns a collection of TAXII 2.1.',
    alternatives: taxiiAlternative(TaxiiCollectionDto, 'The collection.'),
    params: { collectionId },
    errors,
    ...common,
  })
  async getTaxiiCollection(@Param('collectionId') collection: string): Promise<Reply> {
    return taxiiReply(this.collections.get(collection).description);
  }

  @Get('/collections/:collectionId/manifest/')
  @Endpoint({
    summary: 'List the manifest of a TAXII collection',
    description: 'Lists the ids and versions of the objects, in the order in which they were added.',
    alternatives: taxiiAlternative(TaxiiManifestDto, 'A page of the manifest.'),
    params: { collectionId },
    headers: pageHeaders,
    errors,
    ...common,
  })
  async getTaxiiManifest(
    @Param('collectionId') collection: string,
    @QueryParams() query: TaxiiQuery,
    @CurrentCaller() { accountId }: Caller,
  ): Promise<Reply> {
    return pageReply(await this.taxii.page(accountId, collection, query), 'objects', ({ time, object }) => ({
      id: object.id,
      date_added: taxiiTime(time),
      version: object.modified,
      media_type: stixType,
    }));
  }

  @Get('/collections/:collectionId/objects/')
  @Endpoint({
    summary: 'List the objects of a TAXII collection',
    description:
      'Lists STIX objects in the order in which they were added. A changed object is added again, with a later ' +
      '`modified`, so `added_after` with the last `X-TAXII-Date-Added-Last` reads all changes; follow `next` first.',
    alternatives: taxiiAlternative(TaxiiEnvelopeDto, 'A page of objects.'),
    params: { collectionId },
    headers: pageHeaders,
    errors,
    ...common,
  })
  async getTaxiiObjects(
    @Param('collectionId') collection: string,
    @QueryParams() query: TaxiiQuery,
    @CurrentCaller() { accountId }: Caller,
  ): Promise<Reply> {
    return pageReply(await this.taxii.page(accountId, collection, query), 'objects', ({ object }) => object);
  }

  @Get('/collections/:collectionId/objects/:objectId/')
  @Endpoint({
    summary: 'Get an object of a TAXII collection',
    description: 'Returns an object in an envelope, which has no objects if its version does not match.',
    alternatives: taxiiAlternative(TaxiiEnvelopeDto, 'An envelope with the object.'),
    params: { collectionId, objectId },
    headers: pageHeaders,
    errors,
    ...common,
  })
  async getTaxiiObject(
    @Param('collectionId') collection: string,
    @Param('objectId') object: string,
    @QueryParams() query: TaxiiQuery,
    @CurrentCaller() { accountId }: Caller,
  ): Promise<Reply> {
    return pageReply(await this.taxii.object(accountId, collection, object, query), 'objects', (entry) => entry.object);
  }

  @Get('/collections/:collectionId/objects/:objectId/versions/')
  @Endpoint({
    summary: 'List the versions of a TAXII object',
    description: 'Lists the versions of an object: only the last one is kept.',
    alternatives: taxiiAlternative(TaxiiVersionsDto, 'The versions.'),
    params: { collectionId, objectId },
    headers: pageHeaders,
    errors,
    ...common,
  })
  async getTaxiiVersions(
    @Param('collectionId') collection: string,
    @Param('objectId') object: string,
    @QueryParams() query: TaxiiQuery,
    @CurrentCaller() { accountId }: Caller,
  ): Promise<Reply> {
    const page = await this.taxii.object(accountId, collection, object, query);
    return pageReply(page, 'versions', (entry) => entry.object.modified);
  }
}

/** Returns a page with its headers. Lists must not be empty, so an empty page lacks the list. */
function pageReply<Item>(
  { entries, next }: TaxiiPage,
  name: 'objects' | 'versions',
  write: (entry: TaxiiPage['entries'][number]) => Item,
): Reply {
  const [first, last] = [entries[0], entries.at(-1)];
  const body = {
    more: next !== undefined,
    ...(next === undefined ? {} : { next }),
    ...(entries.length === 0 ? {} : { [name]: entries.map(write) }),
  };
  if (first === undefined || last === undefined) return taxiiReply(body);
  return taxiiReply(body, {
    'X-TAXII-Date-Added-First': taxiiTime(first.time),
    'X-TAXII-Date-Added-Last': taxiiTime(last.time),
  });
}
