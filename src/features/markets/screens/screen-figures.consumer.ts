import { Service } from 'typedi';
import { EventConsumer } from '../../../events/event-consumer.js';
import { EventLog } from '../../../events/event-log.js';
import { filingPublished } from '../events/filing.events.js';
import { marketSplit } from '../events/market.events.js';
import { ScreenFigures } from './screen-figures.service.js';

const types = [filingPublished.type, marketSplit.type];
const PAGE = 200;

/** Discards figures of screens that events made outdated. It reads nothing while there are no figures in memory. */
@Service()
export class ScreenFiguresConsumer extends EventConsumer {
  readonly role = 'api';
  /** Sequence number of the last event read; undefined while there are no figures. */
  private lastRead: number | undefined;

  constructor(
    private readonly log: EventLog,
    private readonly figures: ScreenFigures,
  ) {
    super();
  }

  async turn(): Promise<boolean> {
    if (this.figures.isEmpty) {
      this.lastRead = undefined;
      return false;
    }
    const { lastRead } = this;
    const head = await this.log.head();
    if (lastRead === undefined) {
      this.lastRead = head;
      return false;
    }
    const logged = await this.log.after(lastRead, PAGE, types);
    for (const { type, data } of logged)
      if (type === marketSplit.type) this.figures.forgetPrices(data.symbol as string);
      else this.figures.forgetCompany(data.symbol as string);
    const isFull = logged.length === PAGE;
    this.lastRead = Math.max(lastRead, logged.at(-1)?.position ?? 0, isFull ? 0 : head);
    return isFull;
  }
}
