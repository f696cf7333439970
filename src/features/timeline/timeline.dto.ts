import { Dto } from '../../api/field.js';
import { CloudEventDto } from '../../events/event.dto.js';
import { OrderField, PageQuery, pageOf } from '../../http/page.js';
import type { Order } from '../../time/sort-order.js';
import { filteringTimeline } from './timeline-filter.dto.js';

@Dto('The part of the timeline. All conditions hold together.')
export class TimelineQuery extends filteringTimeline(PageQuery) {
  @OrderField('by the time of the event', 'desc')
  order: Order = 'desc';
}

export const TimelinePageDto = pageOf(CloudEventDto, 'TimelinePageDto', 'A page of timeline events.');
