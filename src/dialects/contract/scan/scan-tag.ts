import { joinOutcomes, noCall, nothing, type Outcome } from '../outcome.ts';
import { readWritten } from '../read-calls.ts';
import { readExpressions } from '../read-expression.ts';
import type { CallScan } from './call-scan.ts';
import { isName, type Reader, type Scan, skipSpace, takeExactly, takeWhile } from './reader.ts';
import { scanWhole } from './scan-balanced.ts';
import { scanFunction } from './scan-function.ts';
import { scanHarmony } from './scan-harmony.ts';
import { namedCalls } from './scan-named.ts';
import { scanPairs } from './scan-pairs.ts';
import { scanThought } from './scan-thought.ts';

/** Vendors name their wrappers alike, such as `<tool_calls>`, `<|tool_call_start|>` and `<longcat_tool_call>`. */
const wrapper =
  /^<([|｜]?)(?:(?!end_)[a-z]+[:_|])?(?:tools?|function)_?calls?(?:_start|:(?!begin|end)[a-z]+)?\1>$/i;
const wrappers = ['<|START_ACTION|>', '<|action_start|>', '<|python_start|>'];
const functions = ['<function=', '<function ', '<invoke ', '<｜DSML｜invoke ', '<｜｜DSML｜｜invoke '];
const sections = [
  '<|tool_calls_section_begin|>',
  '<｜tool▁calls▁begin｜>',
  '<｜tool_calls_begin｜>',
  '<|plamo:begin_tool_requests:plamo|>',
  '<｜DSML｜function_calls>',
  '<｜DSML｜tool_calls>',
  '<｜｜DSML｜｜function_calls>',
  '<｜｜DSML｜｜tool_calls>',
];
const python = '<|python_tag|>';
const endings = [
  '<|eot_id|>',
  '<|eom_id|>',
  '<|im_end|>',
  '<|end|>',
  '</s>',
  '</tool_call>',
  '</function_calls>',
];
const thoughts = ['<think>', '<thinking>'];

export function* scanTag(scan: CallScan): Scan<Outcome> {
  const { reader } = scan;
  const tag = yield* scanOpener(reader);
  if (endings.includes(tag) || sections.includes(tag)) return nothing;
  if (thoughts.includes(tag)) return yield* scanThought(scan, tag.replace('<', '</'));
  if (tag === '<|channel|>' || (tag === '<|start|>' && (yield* takeExactly(reader, 'assistant'))))
    return yield* scanHarmony(scan, tag);
  if (tag === python) return yield* scanPython(scan);
  return (yield* scanMeant(scan, tag)) ?? (yield* scanOther(scan, tag));
}

function* scanMeant(scan: CallScan, tag: string, isInner = false): Scan<Outcome | undefined> {
  if (functions.includes(tag)) return yield* scanFunction(scan, tag.slice(1, tag.lastIndexOf('｜') + 1));
  const named = Object.hasOwn(namedCalls, tag) ? namedCalls[tag] : undefined;
  if (named !== undefined) return yield* named(scan);
  const isWrapper = wrapper.test(tag) || wrappers.includes(tag);
  return isWrapper ? yield* scanWrapped(scan, tag, isInner) : undefined;
}

/** In characters. */
const longestOpener = 50;

/** Takes a tag, or the beginning of what is none. */
function* scanOpener(reader: Reader): Scan<string> {
  const tag = reader.take() + (yield* takeWhile(reader, isOfTag, longestOpener));
  const isEnd = reader.current() === '>' || functions.includes(tag + reader.current());
  return isEnd ? tag + reader.take() : tag;
}

function isOfTag(character: string): boolean {
  return /[\w:|｜▁/]/.test(character);
}

/** Right after a call, any tag that closes something ends it, whatever its name, also if the tag is cut off. */
function* scanOther({ reader, isAfterCall }: CallScan, taken: string): Scan<Outcome> {
  if (!isAfterCall) return noCall;
  let tag = taken;
  if (!tag.endsWith('>')) {
    tag += yield* takeWhile(reader, character => !'<>{[\n'.includes(character), longestTag);
    if (reader.current() === '>') tag += reader.take();
  }
  return isClosing(tag, reader.dry()) ? nothing : noCall;
}

const longestTag = 60;

/** It matches `</name>`, `<|name_end|>`, `<name|>`, `<|/name|>` and the like. */
const closing =
  /^<(?:\/[^\s<>][^<>]*|[|｜]\/[^<>]*|[|｜]?[^<>|｜]*(?:end|eo[tms]|stop|return|suffix|close)[^<>]*|[|｜]calls?[|｜]|\w+\|)>$/iu;
const showing =
  /^<\/(?:a|b|blockquote|body|code|details|div|doc|document|em|examples?|html|i|kbd|li|ol|p|pre|q|quote|samp|sample|script|span|strong|summary|t[dhrt]|table|textarea|ul|xmp)\b/i;

function isClosing(tag: string, isCutOff: boolean): boolean {
  if (showing.test(tag)) return false;
  return closing.test(tag) || (isCutOff && /^<\/\w*$/.test(tag));
}

/** A wrapper holds JSON, tags, another wrapper, or GLM's keys and values. Its end may be missing. */
function* scanWrapped(scan: CallScan, tag: string, isInner: boolean): Scan<Outcome> {
  const { reader } = scan;
  yield* skipSpace(reader);
  if (isName(reader.current())) return yield* scanPairs(scan, tag);
  const outcomes: Outcome[] = [];
  for (;;) {
    yield* skipSpace(reader);
    reader.cut();
    if (outcomes.length > 0 && reader.current() === '<') break;
    const outcome = yield* scanBody(scan, isInner);
    if (outcome.kind === 'nothing' || outcome.kind === 'text') break;
    outcomes.push(outcome);
  }
  return joinOutcomes(outcomes);
}

function* scanBody(scan: CallScan, isInner: boolean): Scan<Outcome> {
  const { reader, tools } = scan;
  if (reader.current() === '{' || reader.current() === '[')
    return yield* scanWhole(reader, written =>
      isExpression.test(written)
        ? readExpressions(written.slice(1, -1), tools)
        : readWritten(written, { tools, marked: true }),
    );
  if (reader.current() !== '<') return noCall;
  const tag = yield* scanOpener(reader);
  if (tag.startsWith('</')) return nothing;
  // InternLM writes whose call it is before the call.
  if (tag === '<|plugin|>') {
    yield* skipSpace(reader);
    reader.cut();
    return yield* scanBody(scan, true);
  }
  const inner = isInner && !functions.includes(tag) ? undefined : yield* scanMeant(scan, tag, true);
  return inner ?? noCall;
}

/** LFM2 and Llama 4 write calls in Python between tags. */
const isExpression = /^\[\s*[A-Za-z_][\w.:-]*\(/;

function* scanPython({ reader, tools }: CallScan): Scan<Outcome> {
  yield* skipSpace(reader);
  reader.cut();
  const isJson = reader.current() === '{';
  const start = yield* takeWhile(reader, isName, 80);
  if (!isJson && (start === '' || reader.current() !== '(')) return noCall;
  return yield* scanWhole(reader, written =>
    isJson ? readWritten(written, { tools, marked: true }) : readExpressions(written, tools),
  );
}
