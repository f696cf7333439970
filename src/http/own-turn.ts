/** Answers that wait to be written further. */
const waiting: Array<() => void> = [];

function continueOne(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(continueOne);
}

/** Waits for a turn of the event loop in which no other answer is written further: the pieces of many would make a long turn together. */
export function ownTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(continueOne);
  });
}
