import { UpstreamError } from '../../../upstream/upstream-error.js';

/**
 * For vendors that take one symbol a call: a few calls at a time, in no order.
 * @param ask undefined, or `not_found`, for what the vendor does not know
 * @throws UpstreamError the first that is not `not_found`; nothing is asked after it
 */
export async function oneByOne<Item, Answer>(items: readonly Item[], atOnce: number, ask: (item: Item) => Promise<Answer | undefined>): Promise<Answer[]> {
  const answers: Answer[] = [];
  const waiting = [...items];
  const work = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      try {
        const answer = await ask(item);
        if (answer !== undefined) answers.push(answer);
      } catch (error) {
        if (error instanceof UpstreamError && error.code === 'not_found') continue;
        waiting.length = 0;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return answers;
}
