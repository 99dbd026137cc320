import { reasonOf } from '../../converser/ground/errors.ts';
import type { JsonObject, JsonValue } from '../../converser/ground/json/json.ts';
import type { Canister } from '../../converser/words/canister/canister.ts';
import { validHistory } from '../../converser/words/canister/valid-history.ts';
import { normalizeRequest } from '../../dialects/anthropic-messages/normalize-request.ts';
import { type SaidInLine, saidIn } from './claude-code-lines.ts';
import {
  type ImportedFile,
  objectsIn,
  type Piece,
  recordsOfPieces,
  stringIn,
  timeOf,
  withPrefix,
} from './imported-file.ts';
import type { Line } from './read-lines.ts';

/**
 * Lines are a tree, by `uuid` and `parentUuid`. One reply stands on several lines with the same `message.id`, and the
 * results of its calls on lines that may each follow another of them: together they are one round.
 */
interface Node {
  readonly line: number;
  readonly timestamp: string;
  readonly parent: Node | undefined;
  readonly role: SaidInLine['role'];
  readonly said: JsonValue[];
  readonly results: JsonObject[];
}

export function isClaudeCode({ value }: Line): boolean {
  return typeof value.sessionId === 'string' && typeof value.type === 'string';
}

export function readClaudeCode(lines: readonly Line[], timestamp: string): ImportedFile {
  const leftOut: string[] = [];
  const nodes = nodesIn(lines, { timestamp, leftOut });
  const ends = new Map<Node, string | null>();
  const endOf = (node: Node | undefined) => (node === undefined ? null : (ends.get(node) ?? null));
  let end: string | null = null;
  const pieces = nodes.map((node, at): Piece => {
    const before = endOf(node.parent);
    const canisters = canistersOf(node, { prefix: `l${at}`, leftOut });
    ends.set(node, canisters.at(-1)?.id ?? before);
    const thought = objectsIn(node.said).map(({ thinking }) => stringIn(thinking));
    const isNext = before === end;
    if (canisters.length > 0 || before !== null) end = endOf(node);
    return { canisters, thought: thought.filter(Boolean).join('\n\n'), ...(!isNext && { from: before }) };
  });
  return { from: 'Claude Code', records: recordsOfPieces(pieces, titleIn(lines)), leftOut };
}

export function titleIn(lines: readonly Pick<Line, 'value'>[]): string | undefined {
  const named = (key: string) =>
    lines.findLast(({ value }) => typeof value[key] === 'string' && value[key] !== '')?.value[key];
  const title = named('customTitle') ?? named('aiTitle') ?? named('summary');
  return typeof title === 'string' ? title.slice(0, 200) : undefined;
}

interface Reading {
  readonly timestamp: string;
  readonly leftOut: string[];
}

function nodesIn(lines: readonly Line[], { timestamp: otherwise, leftOut }: Reading): readonly Node[] {
  const nodes: Node[] = [];
  const nodeOf = new Map<string, Node | undefined>();
  const replies = new Map<string, Node>();
  const calls = new Map<string, Node>();
  const parentOf = ({ parentUuid, logicalParentUuid, type }: JsonObject) => {
    const parent = stringIn(parentUuid ?? logicalParentUuid);
    if (nodeOf.has(parent)) return nodeOf.get(parent);
    // Only a question can stand at the beginning: others without a known parent follow what was said last.
    return parentUuid === null && type === 'user' ? undefined : nodes.at(-1);
  };
  const add = (line: Line, more: Pick<Node, 'parent' | 'role' | 'said'>) => {
    const timestamp = timeOf(line.value.timestamp, otherwise);
    const node: Node = { line: line.number, timestamp, results: [], ...more };
    nodes.push(node);
    return node;
  };
  const addReply = (line: Line, { id, blocks, parent }: Said) => {
    const known = replies.get(id);
    const goesOn = known !== undefined && (parent === known || parent === known.parent);
    const node = goesOn ? known : add(line, { parent, role: 'assistant', said: [] });
    node.said.push(...blocks);
    if (id !== '') replies.set(id, node);
    for (const { type, id: call } of blocks) if (type === 'tool_use') calls.set(stringIn(call), node);
    return node;
  };
  const addInput = (line: Line, { role, blocks, parent, joins }: Said) => {
    let node = parent;
    for (const result of blocks.filter(({ type }) => type === 'tool_result')) {
      const round = calls.get(stringIn(result.tool_use_id));
      const isNew = round?.results.every(each => each.tool_use_id !== result.tool_use_id) === true;
      if (isNew) round?.results.push(result);
      else leftOut.push(`line ${line.number} (a result without its call, or another one)`);
      node = round ?? node;
    }
    const said = blocks.filter(({ type }) => type !== 'tool_result');
    if (!joins || node?.role !== 'user')
      return said.length === 0 ? node : add(line, { parent: node, role, said });
    node.said.push(...said);
    return node;
  };
  // A subagent has a file of its own, in which all lines are of its chain.
  const main = lines.filter(({ value }) => value.isSidechain !== true);
  const isOfSubagent = !main.some(({ value }) => saidIn(value));
  for (const line of isOfSubagent ? lines : main) {
    const { uuid, isCompactSummary } = line.value;
    if (typeof uuid !== 'string' || nodeOf.has(uuid)) continue;
    const parent = parentOf(line.value);
    // A summary says again what stands before it.
    const isRepeated = isCompactSummary === true && parent !== undefined;
    const said = isRepeated ? undefined : saidIn(line.value);
    if (said === undefined) nodeOf.set(uuid, parent);
    else nodeOf.set(uuid, (said.role === 'assistant' ? addReply : addInput)(line, { ...said, parent }));
  }
  return nodes;
}

interface Said extends SaidInLine {
  readonly parent: Node | undefined;
}

function canistersOf(
  { line, role, said, results, timestamp }: Node,
  { prefix, leftOut }: { readonly prefix: string; readonly leftOut: string[] },
): readonly Canister[] {
  // Thoughts are signed for the request that they were part of, so they are only shown.
  const content = objectsIn(said).filter(({ type }) => type !== 'thinking' && type !== 'redacted_thinking');
  if (content.length === 0) return [];
  const messages = [{ role, content }, ...(results.length === 0 ? [] : [{ role: 'user', content: results }])];
  try {
    const { canisters, ignored } = normalizeRequest({ model: 'imported', messages }, { timestamp });
    leftOut.push(...ignored.map(place => `line ${line}: ${place}`));
    return validHistory(withPrefix(canisters, prefix));
  } catch (cause) {
    // Claude Code often adds kinds of lines. An unknown one must not cost you the others.
    leftOut.push(`line ${line}: ${reasonOf(cause)}`);
    return [];
  }
}
