/** What runs in the sidebar's page to measure it. All times are milliseconds. */

/** Resolves with the time when the end of the conversation is drawn, counted from `since` on the page's clock. */
export async function untilDrawn({
  words,
  since,
}: {
  readonly words: string;
  readonly since: number;
}): Promise<number> {
  for (;;) {
    await new Promise(requestAnimationFrame);
    const last = [...document.querySelectorAll('converser-turn')].at(-1)?.querySelector('.answer');
    const log = document.querySelector('.log');
    if (!last?.textContent?.trim().endsWith(words) || log === null) continue;
    const { bottom } = last.getBoundingClientRect();
    // What was drawn in this frame is seen in the next one.
    if (bottom > 0 && bottom <= log.getBoundingClientRect().bottom) break;
  }
  await new Promise(requestAnimationFrame);
  return performance.now() - since;
}

interface Meter {
  readonly frames: number[];
  readonly keys: number[];
  readonly tasks: number[];
  isOn: boolean;
}

declare global {
  interface Window {
    meter: Meter;
  }
}

/** Begins to note how long frames and tasks take, and how long it takes until a key is seen. */
export async function startMeter(): Promise<void> {
  // Whatever was still going on is not what is measured.
  for (let frame = 0; frame < 20; frame++) await new Promise(requestAnimationFrame);
  const meter: Meter = { frames: [], keys: [], tasks: [], isOn: true };
  window.meter = meter;
  let before = performance.now();
  const onFrame = (now: number) => {
    meter.frames.push(now - before);
    before = now;
    if (meter.isOn) requestAnimationFrame(onFrame);
  };
  requestAnimationFrame(onFrame);
  new PerformanceObserver(list => {
    if (meter.isOn) meter.tasks.push(...list.getEntries().map(({ duration }) => duration));
  }).observe({ type: 'longtask' });
  document.addEventListener('keydown', ({ timeStamp }) => {
    // A message is handled after the frame is drawn.
    const drawn = new MessageChannel();
    drawn.port1.onmessage = () => meter.keys.push(performance.now() - timeStamp);
    requestAnimationFrame(() => drawn.port2.postMessage(undefined));
  });
}

export async function stopMeter(): Promise<Omit<Meter, 'isOn'>> {
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  window.meter.isOn = false;
  const { frames, keys, tasks } = window.meter;
  return { frames, keys, tasks };
}

/** Plays so many deltas, a few with each turn of the clock, as a fast model writes. */
export async function playDeltas(count: number): Promise<void> {
  let played = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  const clock = setInterval(() => {
    for (let at = 0; at < 5 && played < count; at++, played++) {
      const text = played % 40 === 39 ? `word ${played}.\n\n` : `word `;
      window.postMessage({ type: 'event', event: { type: 'text-delta', text } });
    }
    if (played < count) return;
    clearInterval(clock);
    resolve();
  }, 4);
  await promise;
}
