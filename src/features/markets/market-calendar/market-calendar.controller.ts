import { Authorized, Get, JsonController, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { calendarType } from '../../../http/calendar-reply.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { CursorCodec } from '../../../http/cursor.js';
import type { Reply } from '../../../http/reply.js';
import { MediaType } from '../../../http/reply.js';
import { Clock } from '../../../time/clock.js';
import { utcDay } from '../civil-day.js';
import { calendarFile } from './calendar-file.js';
import { CalendarEntryDto, MarketCalendarDto, MarketCalendarQuery } from './market-calendar.dto.js';
import { MarketCalendarService, sortKey } from './market-calendar.service.js';

/** Maximum number of entries of an iCalendar file, which has no pages. */
const MAX_FILE_ENTRIES = 2_000;

@Service()
@Authorized()
@JsonController('/markets/calendar')
export class MarketCalendarController {
  constructor(
    private readonly calendar: MarketCalendarService,
    private readonly cursors: CursorCodec,
    private readonly clock: Clock,
  ) {}

  @Get('')
  @Endpoint({
    summary: 'List the market calendar',
    lane: 'reads',
    description:
      'Returns dividends, splits, earnings reports, public offerings and economic figures, by day: past ones ' +
      'with the published figures, and coming ones as far as they are announced. With `symbol`, `watchlistId` or ' +
      '`portfolioId` only those of these instruments, at most 200 together. A kind that no provider could return ' +
      'is listed in `errors`.',
    returns: MarketCalendarDto,
    alternatives: {
      [calendarType]: {
        description: `The first ${MAX_FILE_ENTRIES.toLocaleString('en')} entries as iCalendar (RFC 5545).`,
        example:
          'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Watchfloor//Market calendar//EN\r\nBEGIN:VEVENT\r\n' +
          'UID:dividend:KO.US:2026-11-30@watchfloor\r\nDTSTAMP:20261120T060000Z\r\nDTSTART;VALUE=DATE:20261130\r\n' +
          'DTEND;VALUE=DATE:20261201\r\nSUMMARY:KO.US ex-dividend: 0.51 USD\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
      },
    },
    errors: ['not_found', 'unprocessable'],
  })
  async listCalendarEntries(
    @CurrentCaller() { accountId }: Caller,
    @QueryParams() query: MarketCalendarQuery,
    @MediaType() mediaType: string,
  ): Promise<MarketCalendarDto | Reply> {
    const { kind, from, to, symbol, watchlistId, portfolioId, limit, cursor } = query;
    const filters = [kind, from, to, symbol, watchlistId, portfolioId];
    const page = this.cursors.page(`calendar:${accountId}:${JSON.stringify(filters)}`, limit, cursor);
    const request = { kinds: kind, from: utcDay(from), to: utcDay(to), symbols: symbol, watchlistId, portfolioId };
    const { entries, failures } = await this.calendar.read(accountId, request);
    if (mediaType === calendarType) return calendarFile(entries.slice(0, MAX_FILE_ENTRIES), this.clock.now());
    const after = page.after?.[0] as string | undefined;
    const start = after === undefined ? 0 : entries.findIndex((entry) => sortKey(entry) > after);
    const rows = start < 0 ? [] : entries.slice(start, start + page.fetch);
    return MarketCalendarDto.from(
      page.answer(rows, (entry) => [sortKey(entry)], CalendarEntryDto.from),
      failures,
    );
  }
}
