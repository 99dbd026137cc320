import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { renderTranscript } from '../../golden/render-transcript.ts';
import { play } from '../../golden/scenario.ts';
import { answers } from '../../golden/scenarios/answers.ts';
import { endings } from '../../golden/scenarios/endings.ts';
import { outside } from '../../golden/scenarios/outside.ts';
import { proposals } from '../../golden/scenarios/proposals.ts';
import { refusals } from '../../golden/scenarios/refusals.ts';
import { repetitions } from '../../golden/scenarios/repetitions.ts';
import { retries } from '../../golden/scenarios/retries.ts';
import { spending } from '../../golden/scenarios/spending.ts';
import { steering } from '../../golden/scenarios/steering.ts';

const folder = new URL('../../golden/', import.meta.url);
const kinds = [answers, refusals, proposals, endings, retries, repetitions, spending, steering, outside];
const scenarios = kinds.flat();
const isUpdating = process.env.UPDATE_GOLDEN === '1';

describe('the golden transcripts', () => {
  for (const scenario of scenarios) {
    it(`${scenario.name}: ${scenario.shows}`, async () => {
      const file = new URL(`${scenario.name}.txt`, folder);
      const transcript = renderTranscript(scenario, await play(scenario));
      if (isUpdating) await writeFile(file, transcript);
      assert.equal(transcript, await readFile(file, 'utf8'));
    });
  }

  it('are one for each scenario, and no other', async () => {
    const kept = (await readdir(folder)).filter(name => name.endsWith('.txt')).sort();
    assert.deepEqual(kept, scenarios.map(({ name }) => `${name}.txt`).sort());
  });
});
