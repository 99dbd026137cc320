import type { Benchmark } from '../benchmark.ts';
import { samplesOr } from '../benchmark.ts';
import { type Finding, median } from '../compare.ts';
import { playDeltas, startMeter, stopMeter } from './in-page.ts';
import { onSidebar, opening, type SidebarStage } from './sidebar-stage.ts';

const many = 3_000;
const some = 300;

/**
 * The sidebar's page with long conversations, in a real browser: what is measured is the page, not VS Code around it.
 * The same with 30 turns stands beside each figure.
 */
export const sidebarBenchmarks: readonly Benchmark[] = [
  {
    name: 'sidebar-shown-again',
    about: '3,000 turns: milliseconds from loading the page until the end of the conversation is drawn',
    limit: 400,
    unit: 'ms',
    measure: comparing(
      stage => repeated(() => stage.show(many)),
      stage => repeated(() => stage.show(30)),
    ),
  },
  {
    name: 'sidebar-opened',
    about: '3,000 turns: milliseconds from opening the conversation until its end is drawn',
    limit: 600,
    unit: 'ms',
    measure: comparing(opened(many), opened(30)),
  },
  {
    name: 'sidebar-typing',
    about: '3,000 turns: milliseconds until a key is seen, 95th percentile',
    limit: 33,
    unit: 'ms',
    measure: comparing(typing(many), typing(30)),
  },
  {
    name: 'sidebar-scrolling',
    about: '3,000 turns: milliseconds of a frame while scrolling, 95th percentile',
    limit: 33,
    unit: 'ms',
    measure: comparing(scrolling(many), scrolling(30)),
  },
  {
    name: 'sidebar-deltas',
    about: '5,000 deltas into 300 turns: milliseconds of the longest task, none below 50',
    limit: 50,
    unit: 'ms',
    measure: comparing(longestTask(some), longestTask(30)),
  },
  {
    name: 'sidebar-nodes',
    about: 'Nodes of the page after scrolling through 3,000 turns, to those after 30',
    limit: 1.5,
    unit: '×',
    measure: comparing(nodes(many), nodes(30), (one, other) => one / other),
  },
  {
    name: 'sidebar-memory',
    about: 'JavaScript memory of the page after scrolling through 3,000 turns, less that after 30',
    limit: 10,
    unit: 'MB',
    measure: comparing(memory(many), memory(30), (one, other) => one - other),
  },
];

type Measure = (stage: SidebarStage) => Promise<number>;

function comparing(
  long: Measure,
  short: Measure,
  relate: (long: number, short: number) => number = one => one,
): () => Promise<Finding> {
  return () =>
    onSidebar(async stage => {
      const other = await short(stage);
      const one = await long(stage);
      return { figure: relate(one, other), details: { one, other } };
    });
}

async function repeated(sample: () => Promise<number>): Promise<number> {
  const samples: number[] = [];
  for (let at = 0; at < samplesOr(3); at++) samples.push(await sample());
  return median(samples);
}

/** From a conversation of one turn. */
function opened(turns: number): Measure {
  return stage =>
    repeated(async () => {
      await stage.show(1);
      return stage.open(turns);
    });
}

function typing(turns: number): Measure {
  return async stage => {
    await stage.show(turns);
    await stage.page.locator('textarea').focus();
    await stage.page.evaluate(startMeter);
    await stage.page.keyboard.type('What is it that is written here, and how long does it take?', {
      delay: 40,
    });
    const { keys } = await stage.page.evaluate(stopMeter);
    return percentile(keys);
  };
}

function scrolling(turns: number): Measure {
  return async stage => {
    await stage.show(turns);
    await stage.page.evaluate(startMeter);
    await scrollThrough(stage, 60);
    const { frames } = await stage.page.evaluate(stopMeter);
    return percentile(frames);
  };
}

/** Upwards with the wheel. */
async function scrollThrough({ page }: SidebarStage, steps: number): Promise<void> {
  await page.locator('.log').hover();
  for (let step = 0; step < steps; step++) {
    await page.mouse.wheel(0, -400);
    await page.waitForTimeout(30);
  }
}

function longestTask(turns: number): Measure {
  return async stage => {
    await stage.show(turns);
    await stage.play(...opening);
    await stage.page.evaluate(startMeter);
    await stage.page.evaluate(playDeltas, 5_000);
    const { tasks } = await stage.page.evaluate(stopMeter);
    return Math.max(0, ...tasks);
  };
}

function nodes(turns: number): Measure {
  return async stage => {
    await stage.show(turns);
    await scrollThrough(stage, 40);
    return stage.page.evaluate(() => document.querySelectorAll('*').length);
  };
}

function memory(turns: number): Measure {
  return async stage => {
    await stage.show(turns);
    await scrollThrough(stage, 40);
    return stage.heap();
  };
}

/** The 95th. */
function percentile(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.95)] ?? 0;
}
