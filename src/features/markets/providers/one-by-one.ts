import { UpstreamError } from '../../../upstream/upstream-error.js';

/**
 * For vendors that take one symbol a call: a few calls at a time, in no order.
 * @param ask undefined, or `not_found`, for what the vendor does not know. A `bad_answer` is of that one, too, as long as there are good ones
 * @throws UpstreamError the first that is neither; nothing is asked after it
 */
export async function oneByOne<Item, Answer>(items: readonly Item[], atOnce: number, ask: (item: Item) => Promise<Answer | undefined>): Promise<Answer[]> {
  const answers: Answer[] = [];
  const waiting = [...items];
  let bad: UpstreamError | undefined;
  const work = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      try {
        const answer = await ask(item);
        if (answer !== undefined) answers.push(answer);
      } catch (error) {
        if (!(error instanceof UpstreamError) || !['not_found', 'bad_answer'].includes(error.code)) {
          waiting.length = 0;
          throw error;
        }
        if (error.code === 'bad_answer') bad ??= error;
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  if (bad !== undefined && answers.length === 0) throw bad;
  return answers;
}
