import type { Benchmark } from '../benchmark.ts';
import { samplesOr } from '../benchmark.ts';
import { type Finding, median } from '../compare.ts';
import { playDeltas, startMeter, stopMeter } from './in-page.ts';
import { onSidebar, opening, type SidebarStage } from './sidebar-stage.ts';

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
    measure: comparing(shown, 3_000),
  },
  {
    name: 'sidebar-opened',
    about: '3,000 turns: milliseconds from opening the conversation until its end is drawn',
    limit: 600,
    unit: 'ms',
    measure: comparing(opened, 3_000),
  },
  {
    name: 'sidebar-typing',
    about: '3,000 turns: milliseconds until a key is seen, 95th percentile',
    limit: 33,
    unit: 'ms',
    measure: comparing(typing, 3_000),
  },
  {
    name: 'sidebar-scrolling',
    about: '3,000 turns: milliseconds of a frame while scrolling, 95th percentile',
    limit: 33,
    unit: 'ms',
    measure: comparing(scrolling, 3_000),
  },
  {
    name: 'sidebar-deltas',
    about: '5,000 deltas into 300 turns: milliseconds of the longest task, none below 50',
    limit: 50,
    unit: 'ms',
    measure: comparing(longestTask, 300),
  },
];

type Measure = (stage: SidebarStage, turns: number) => Promise<number>;

function comparing(measure: Measure, turns: number): () => Promise<Finding> {
  return () =>
    onSidebar(async stage => {
      const other = await measure(stage, 30);
      const one = await measure(stage, turns);
      return { figure: one, details: { one, other } };
    });
}

async function repeated(sample: () => Promise<number>): Promise<number> {
  const samples: number[] = [];
  for (let at = 0; at < samplesOr(3); at++) samples.push(await sample());
  return median(samples);
}

function shown(stage: SidebarStage, turns: number): Promise<number> {
  return repeated(() => stage.show(turns));
}

/** From a conversation of one turn. */
function opened(stage: SidebarStage, turns: number): Promise<number> {
  return repeated(async () => {
    await stage.show(1);
    return stage.open(turns);
  });
}

async function typing({ page, show }: SidebarStage, turns: number): Promise<number> {
  await show(turns);
  await page.locator('textarea').focus();
  await page.evaluate(startMeter);
  const typed = 'What is it that is written here, and how long does it take?';
  await page.keyboard.type(typed, { delay: 40 });
  const { keys } = await page.evaluate(stopMeter);
  return percentile(keys);
}

/** Upwards with the wheel. */
async function scrolling({ page, show }: SidebarStage, turns: number): Promise<number> {
  await show(turns);
  await page.evaluate(startMeter);
  await page.locator('.log').hover();
  for (let step = 0; step < 60; step++) {
    await page.mouse.wheel(0, -400);
    await page.waitForTimeout(30);
  }
  const { frames } = await page.evaluate(stopMeter);
  return percentile(frames);
}

async function longestTask({ page, show, play }: SidebarStage, turns: number): Promise<number> {
  await show(turns);
  await play(...opening);
  await page.evaluate(startMeter);
  await page.evaluate(playDeltas, 5_000);
  const { tasks } = await page.evaluate(stopMeter);
  return Math.max(0, ...tasks);
}

/** The 95th. */
function percentile(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.95)] ?? 0;
}
