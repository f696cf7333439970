import { isDeepStrictEqual } from 'node:util';
import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { Database } from '../../../database/database.js';
import { Clock } from '../../../time/clock.js';
import { MINUTE_MS } from '../../../time/durations.js';
import { Outbound } from '../../../upstream/outbound.js';
import { MAX_PRICES, type OwnInstrument } from '../own/own-instrument.js';
import {
  MAX_FAILURES,
  nextReading,
  type PriceReading,
  type ReadingStatus,
  retryReading,
} from '../own/price-address.js';
import {
  type FetchedPrice,
  fetchPrice,
  isFault,
  type PriceFault,
  READING_TIMEOUT_MS,
} from '../price-addresses/fetch-price.js';
import { type DueAddress, PriceReadingRepository } from '../price-addresses/price-reading.repository.js';
import { OwnInstruments } from './own-instruments.records.js';
import { OwnPriceRepository } from './own-price.repository.js';

/** Maximum number of readings of a run, over all accounts, and of one account. */
const MAX_PER_RUN = 60;
const MAX_PER_ACCOUNT = 5;
/** Maximum number of concurrent readings; a host has one at a time. */
const CONCURRENT = 8;
/** Time after which a run starts no further reading (ms): before the next run is due. */
const RUN_MS = 45_000;
/** Delay of the other addresses of a host that did not answer in time (ms). */
const POSTPONED_MS = 5 * MINUTE_MS;

/** Reads the prices of own instruments from their addresses when they are due. */
@Service()
export class OwnPriceReadings {
  /** Returns a number in [0, 1), which spreads the times of readings. */
  random: () => number = Math.random;
  /** Timeout of a reading (ms). */
  timeoutMs = READING_TIMEOUT_MS;

  constructor(
    private readonly instruments: OwnInstruments,
    private readonly readings: PriceReadingRepository,
    private readonly prices: OwnPriceRepository,
    private readonly database: Database,
    private readonly outbound: Outbound,
    private readonly clock: Clock,
  ) {}

  /** Returns the readings of an instrument, and their state. @throws Problem `not_found` without a price address */
  async of(accountId: string, symbol: string): Promise<{ reading: PriceReading; status: ReadingStatus }> {
    const { id, priceStatus } = await this.instruments.of(accountId, symbol);
    const reading = await this.readings.find(id);
    if (reading === undefined || priceStatus === null)
      throw new Problem('not_found', {
        detail: 'The instrument has no price address. Set `priceAddress` with PATCH /markets/instruments/{symbol}.',
      });
    return { reading, status: priceStatus };
  }

  /**
   * Reads addresses that are due: those of one host one after the other, and those of several hosts at the same time.
   * When a host does not answer in time, its other addresses wait, so that it costs others no time.
   * @throws OutboundFailure `stopped`, or an error of the database
   */
  async readDue(signal: AbortSignal): Promise<void> {
    const waiting = await this.readings.due(this.now(), MAX_PER_RUN, MAX_PER_ACCOUNT);
    const endsAt = performance.now() + RUN_MS;
    const [busy, slow] = [new Set<string>(), new Set<string>()];
    const take = (): DueAddress | undefined => {
      const at = waiting.findIndex(({ address }) => !busy.has(hostOf(address.url)));
      return at < 0 || signal.aborted || performance.now() > endsAt ? undefined : waiting.splice(at, 1)[0];
    };
    const work = async () => {
      for (let due = take(); due !== undefined; due = take()) {
        const host = hostOf(due.address.url);
        busy.add(host);
        try {
          if (slow.has(host)) await this.readings.postpone(due.id, new Date(this.clock.now() + POSTPONED_MS));
          else if (await this.read(due)) slow.add(host);
        } finally {
          busy.delete(host);
        }
      }
    };
    const results = await Promise.allSettled(Array.from({ length: CONCURRENT }, work));
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }

  /** Reads an address once, and stores the price or the failure. @returns true if the host did not answer in time */
  private async read(due: DueAddress): Promise<boolean> {
    const { address, currency, reading } = due;
    const found = await fetchPrice(address, currency, {
      outbound: this.outbound,
      now: this.clock.now(),
      timeoutMs: this.timeoutMs,
    });
    if (isFault(found)) await this.whileSame(due, (own) => this.fail(own, reading, found));
    else await this.whileSame(due, (own) => this.store(own, reading, found));
    return isFault(found) && slowFailures.has(found.code);
  }

  /** Does work in a transaction, unless the instrument was deleted or its address changed since it was read. */
  private async whileSame({ accountId, id, address }: DueAddress, work: (own: OwnInstrument) => Promise<void>) {
    await this.database.transaction(async () => {
      const own = await this.instruments.held(accountId, id);
      if (own !== undefined && isDeepStrictEqual(own.priceAddress, address)) await work(own);
    });
  }

  private async store(own: OwnInstrument, reading: PriceReading, { price, day }: FetchedPrice): Promise<void> {
    const now = this.now();
    const isNew = (await this.prices.find(own.id, day)) === undefined;
    if (isNew && (await this.prices.count(own.id)) >= MAX_PRICES) {
      const detail = `The instrument has ${MAX_PRICES} prices, which is the maximum; delete some.`;
      return this.fail(own, reading, { code: 'full', detail, field: 'url' });
    }
    await this.prices.putRead(own.id, { day, price }, now);
    const isFirst = reading.succeededAt === null;
    const next = own.priceAddress && nextReading(own.priceAddress, now.getTime(), isFirst, this.random());
    await this.readings.put(own.id, {
      nextReadAt: next === null ? null : new Date(next),
      readAt: now,
      succeededAt: now,
      failures: 0,
      failure: null,
      failureDetail: null,
      price,
      day,
    });
    await this.instruments.setPriceStatus(own, 'ok');
  }

  private async fail(own: OwnInstrument, reading: PriceReading, { code, detail, retryAfterMs }: PriceFault) {
    const now = this.now();
    const failures = reading.failures + 1;
    const isOver = failures >= MAX_FAILURES;
    const next = isOver ? null : new Date(retryReading(failures, retryAfterMs, now.getTime(), this.random()));
    const failed = { failures, failure: code, failureDetail: detail };
    await this.readings.put(own.id, { ...reading, ...failed, nextReadAt: next, readAt: now });
    await this.instruments.setPriceStatus(own, isOver ? 'stopped' : 'failing');
  }

  private now(): Date {
    return new Date(this.clock.now());
  }
}

/** Failures for which a host kept the reading waiting. */
const slowFailures: ReadonlySet<string> = new Set(['timeout', 'dns', 'connect']);

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');
