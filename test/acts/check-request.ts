import assert from 'node:assert/strict';
import { fenced } from '../../src/converser/call/caution/fence.ts';
import { type Canister, isCompaction, isResult } from '../../src/converser/words/canister/canister.ts';
import { textOf } from '../../src/converser/words/canister/content.ts';
import { validHistory } from '../../src/converser/words/canister/valid-history.ts';
import type { ModelRequest } from '../../src/converser/words/models/provider.ts';
import { estimateRequest } from '../../src/converser/words/spending/estimate-request.ts';
import { asRead } from '../dialects/as-read.ts';
import type { ActedConversation } from './acted-conversation.ts';
import type { ActingModel } from './acting-models.ts';

/** What a request lacks is in records that hold, and what is pinned is in it as it is. */
export function checkRequest(request: ModelRequest, asked: ActingModel, acted: ActedConversation): void {
  const { canisters } = acted.conversation;
  checkPinned(request, asked, acted);
  checkRecords(request, canisters);
  checkSizes(request, canisters);
}

function checkPinned(request: ModelRequest, asked: ActingModel, { conversation, pinned }: ActedConversation) {
  const whole = conversation.canisters.filter(({ id, marks }) => pinned.has(id) && marks.active);
  if (whole.length === 0) return;
  const read = new Map(request.canisters.map(each => [each.id, each]));
  const bytes = asRead(asked.wire, request, asked.model);
  for (const each of whole) {
    assert.equal(textIn(read.get(each.id)), textIn(fenced(each)), 'what is pinned is sent as it is');
    // Also after the translation: in one piece, as it has neither quotes nor breaks.
    assert.ok(bytes.includes(textIn(each).trim()), `${asked.wire} carries what is pinned: ${textIn(each)}`);
  }
}

/** Each canister that is not sent as it is has something that says so. */
function checkRecords(request: ModelRequest, canisters: readonly Canister[]): void {
  const sound = validHistory(canisters).map(fenced);
  const read = new Map(request.canisters.map(each => [each.id, each]));
  const compactions = canisters.filter(isCompaction).filter(({ marks }) => marks.active);
  const results = new Set(compactions.flatMap(each => each.results.map(({ id }) => id)));
  const gone = new Set(compactions.flatMap(each => passagesOf(each, sound, read)));
  for (const each of sound) {
    const now = read.get(each.id);
    if (now === undefined) assert.ok(gone.has(each.id), `${each.id} is in the record of a passage`);
    else if (textIn(now) !== textIn(each)) {
      const repeats = isResult(each) && each.inShort && isWhole(each.repeats, sound, read);
      assert.ok(results.has(each.id) || repeats, `${each.id} is in a record of results`);
    }
  }
}

/** The ids of what went with the passages of a compaction for which something stands in the request. */
function passagesOf(
  { id, passages }: Extract<Canister, { role: 'compaction' }>,
  sound: readonly Canister[],
  read: ReadonlyMap<string, Canister>,
): readonly string[] {
  return passages.flatMap(({ from, to }, at) => {
    if (!read.has(`${id.slice(0, 56)}-${at}-a`)) return [];
    const start = sound.findIndex(each => each.id === from);
    const end = sound.findIndex(each => each.id === to);
    return sound.slice(start, end + 1).map(each => each.id);
  });
}

function isWhole(
  id: string | undefined,
  sound: readonly Canister[],
  read: ReadonlyMap<string, Canister>,
): boolean {
  const now = read.get(id ?? '');
  return now !== undefined && textIn(now) === textIn(sound.find(each => each.id === id));
}

/** Tokens by which an estimate may be off: the lines and summaries are estimated, too. */
const imprecise = 50;

function checkSizes({ canisters: sent }: ModelRequest, canisters: readonly Canister[]): void {
  const whole = validHistory(canisters);
  const size = (of: readonly Canister[]) => estimateRequest({ canisters: of, tools: [] }, 'scripted');
  const repeated = whole
    .filter(isResult)
    .filter(({ inShort }) => inShort)
    .reduce((sum, { content }) => sum + textOf(content).length, 0);
  const dropped = size(whole.map(fenced)) - size(sent.filter(({ role }) => role !== 'supervisor'));
  const recorded = canisters
    .filter(isCompaction)
    .filter(({ marks }) => marks.active)
    .flatMap(({ results, passages }) => [...results, ...passages])
    .reduce((sum, { tokens }) => sum + tokens, 0);
  assert.ok(recorded + repeated >= dropped - imprecise, `${recorded} recorded, ${dropped} dropped`);
}

function textIn(canister: Canister | undefined): string {
  return textOf(canister?.content ?? []);
}
