import { Dto, Field } from '../api/field.js';
import { choice, type DtoClass, integer, nullable, objects, optional, text } from '../api/rules.js';
import { type Order, orders } from '../time/sort-order.js';

/** Declares the query parameter `cursor` of a list. It has no example, because an invented cursor would be invalid. */
export const CursorField = (): PropertyDecorator =>
  Field(
    'The `nextCursor` of the previous page. Opaque; omit it for the first page.',
    optional(text(1, 512, /^[A-Za-z0-9_-]+$/, 'a nextCursor as it was given')),
  );

/** The query parameters of every list; lists with filters extend this class. */
@Dto('The page of a list.')
export class PageQuery {
  @Field('Maximum number of items in a page.', optional(integer(1, 200)), { default: 50, example: 50 })
  limit: number = 50;

  @CursorField()
  cursor?: string;
}

/** Declares the field `order` of a list that is ordered by time. @param by name of the time, as in "by `createdAt`" */
export const OrderField = (by: string, fallback: Order): PropertyDecorator =>
  Field(`\`asc\`: oldest first, \`desc\`: newest first, ${by}. Default: \`${fallback}\`.`, optional(choice(orders)), {
    default: fallback,
    example: fallback,
  });

@Dto('The page of a list, and its order.')
export class OldestFirstQuery extends PageQuery {
  @OrderField('by the time of creation', 'asc')
  order: Order = 'asc';
}

export interface Page<T> {
  items: T[];
  nextCursor: string | null;
}

/**
 * Declares the DTO of a page of `item`. A function, because the types of generics do not exist at run time.
 * @param most the greatest `limit` of the list
 */
export function pageOf(item: DtoClass, name: string, sentence: string, most = 200): new () => Page<object> {
  @Dto(sentence)
  class PageDto {
    @Field('The items of this page.', objects(item, most))
    items!: object[];

    @Field('Pass it as `cursor` for the next page; null on the last one.', nullable(text(1, 512)), { example: null })
    nextCursor!: string | null;
  }
  Object.defineProperty(PageDto, 'name', { value: name });
  return PageDto;
}
