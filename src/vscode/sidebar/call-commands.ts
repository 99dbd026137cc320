import { isJsonObject, type JsonObject, type JsonValue } from '../../converser/ground/json/json.ts';
import { readObject } from '../../converser/ground/json/read-object.ts';
import { indentedJson } from '../../converser/ground/wording/indented-json.ts';
import { visibleLine } from '../../converser/ground/wording/visible-text.ts';
import type { InvocationCanister, ResultCanister } from '../../converser/words/canister/canister.ts';
import { textOf } from '../../converser/words/canister/content.ts';
import { fullName } from '../../converser/words/ensemble/invoker.ts';
import { failureTexts } from '../../converser/words/texts/failure-texts.ts';
import type { MessageAttachments } from '../attachments/message-attachments.ts';
import type { AskUser } from '../common/ask-in-vscode.ts';
import { callCommands } from '../common/contributions.ts';
import { inform } from '../common/notices.ts';
import type { TextDiffs } from '../common/text-diffs.ts';
import type { Commands } from '../common/vscode-command.ts';
import { turnIn } from './history/split-turns.ts';
import type { OpenPage } from './pages/conversation-pages.ts';

export interface CallCommandPorts extends Pick<OpenPage, 'conversation' | 'page'> {
  readonly diffs: TextDiffs;
  readonly ask: Pick<AskUser, 'enter' | 'wait'>;
  readonly attachments: Pick<MessageAttachments, 'hold'>;
  /** What you have selected for a comparison. */
  readonly selected: { side?: Side };
  readonly select: (side: Side) => unknown;
  /** Runs it as a call of a model in this conversation, which its result doesn’t join. */
  readonly run: (call: CallToRun, signal: AbortSignal) => Promise<ResultCanister>;
}

export interface CallToRun {
  readonly conversation: OpenPage['conversation']['shown'];
  readonly name: string;
  readonly arguments: JsonObject;
}

interface Side {
  readonly name: string;
  readonly text: string;
}

interface FoundCall {
  readonly invocation: InvocationCanister;
  readonly result?: ResultCanister;
}

/** A menu passes what its page says of the call. */
export function callCommandsOn(ports: CallCommandPorts): Commands {
  const { diffs, selected, select } = ports;
  const on = (act: (call: FoundCall) => unknown) => async (given: unknown) => {
    const call = callMeant(given, ports);
    if (call !== undefined) await act(call);
  };
  const onResult = (act: (side: Side) => unknown) =>
    on(({ invocation, result }) => {
      if (result === undefined) return inform('This call has no result.');
      return act(sideOf(invocation, result));
    });
  return {
    [callCommands.openArguments]: on(({ invocation }) => {
      const { malformedArguments, arguments: args, name } = invocation;
      return diffs.open(`${name} arguments.json`, malformedArguments ?? pretty(args));
    }),
    [callCommands.openResult]: onResult(({ name, text }) => diffs.open(name, text)),
    [callCommands.selectResult]: onResult(select),
    [callCommands.compareResults]: onResult(after => {
      const { side: before } = selected;
      return before && diffs.show({ before, after, title: `${before.name} ↔ ${after.name}` });
    }),
    [callCommands.runAgain]: on(call => runAgain(call, ports)),
  };
}

function callMeant(given: unknown, { conversation }: CallCommandPorts): FoundCall | undefined {
  if (!isJsonObject(given) || typeof given.converserTurn !== 'string') return undefined;
  const turn = turnIn(conversation.shown, given.converserTurn);
  const invocation = turn.find(each => each.id === given.converserCall);
  if (invocation?.role !== 'invocation') return undefined;
  const result = turn.find(each => each.role === 'result' && each.invocationId === invocation.id);
  return result?.role === 'result' ? { invocation, result } : { invocation };
}

async function runAgain({ invocation, result: former }: FoundCall, ports: CallCommandPorts): Promise<void> {
  const { conversation, ask, diffs, run } = ports;
  const name = fullName(invocation);
  const shown = visibleLine(name);
  const args = await ask.enter({
    title: `Run ${shown} Again`,
    prompt: 'Arguments, as JSON',
    value: invocation.malformedArguments ?? JSON.stringify(invocation.arguments),
    take: async text => {
      const read = readObject(text);
      return 'mistake' in read ? { problem: read.mistake } : read;
    },
  });
  if (args === undefined || args === 'back') return;
  const call = { conversation: conversation.shown, name, arguments: args };
  const result = await ask.wait(`Running ${shown}…`, signal => run(call, signal));
  if (result === undefined) return;
  const after = sideOf(invocation, result);
  if (former === undefined) await diffs.open(after.name, after.text);
  else {
    const before = sideOf(invocation, former);
    await diffs.show({ before, after, title: `${shown}: Earlier Result ↔ New Result` });
  }
  void offerToAttach(after, result, ports);
}

async function offerToAttach({ name, text }: Side, { label }: ResultCanister, ports: CallCommandPorts) {
  const told = 'Converser ran the call again. The conversation doesn’t have the new result.';
  if ((await inform(told, 'Attach')) !== 'Attach') return;
  const held = { name, bytes: new TextEncoder().encode(text), ...(label && { label }) };
  ports.page.insert(await ports.attachments.hold(held));
}

function sideOf({ name }: InvocationCanister, { failure, content }: ResultCanister): Side {
  if (failure !== undefined)
    return { name: `${name} failure.txt`, text: `${failureTexts[failure.kind]}: ${failure.message}` };
  const [first] = content;
  const kind = first?.type === 'text' && content.length === 1 ? first.mimeType : undefined;
  const text = textOf(content);
  if (kind !== 'application/json')
    return { name: `${name} result.${kind === 'text/markdown' ? 'md' : 'txt'}`, text };
  return { name: `${name} result.json`, text: indentedJson(text) };
}

function pretty(json: JsonValue): string {
  return JSON.stringify(json, undefined, 2);
}
