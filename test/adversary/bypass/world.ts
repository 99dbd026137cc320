import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { noVouching, type Vouching } from '../../../src/converser/call/caution/caution.ts';
import { createApprovals } from '../../../src/converser/call/permission/approvals.ts';
import { createPermissions } from '../../../src/converser/call/permission/permissions.ts';
import { converse } from '../../../src/converser/turn/converse.ts';
import { isResult, type ResultCanister } from '../../../src/converser/words/canister/canister.ts';
import { text } from '../../../src/converser/words/canister/content.ts';
import { createConversation } from '../../../src/converser/words/conversation/conversation.ts';
import type { Ensemble } from '../../../src/converser/words/ensemble/ensemble.ts';
import type { EnsembleRoster } from '../../../src/converser/words/ensemble/ensemble-roster.ts';
import type { PermissionMode } from '../../../src/converser/words/permission/permission-mode.ts';
import type {
  PermissionAnswer,
  PermissionQuestion,
} from '../../../src/converser/words/permission/permission-question.ts';
import type { PermissionRule } from '../../../src/converser/words/permission/rules.ts';
import type { SandboxMode } from '../../../src/ensembles/shell/sandbox/access.ts';
import type { Converser } from '../../../src/house/create-converser.ts';
import { askAboutOne } from '../../../src/terminal/ask/permission-prompt.ts';
import { openTerminal } from '../../../src/terminal/open-terminal.ts';
import { createTerminalHost } from '../../../src/terminal/terminal-host.ts';
import { createFakeMemory, rulesOf } from '../../fakes/fake-approvals.ts';
import { fixedSettings } from '../../fakes/fixed-settings.ts';
import { createScriptedModel, invokes, says } from '../../fakes/scripted-model.ts';
import { hiddenIn } from '../forged-text.ts';

/** A call as a model writes it. */
export type WrittenCall = readonly [name: string, args: unknown];

/** The calls of one reply, or what a model answers that is asked beside the conversation. */
export type Round = readonly WrittenCall[] | string;

/** What the user has said beforehand, and says when asked. Nobody who is asked says yes unless it is told here. */
export interface Stance {
  readonly rules?: Readonly<Record<string, PermissionRule>>;
  readonly mode?: PermissionMode;
  /** The mode of the conversation is Accept Edits. */
  readonly acceptsEdits?: true;
  readonly answer?: (question: PermissionQuestion) => Promise<PermissionAnswer> | PermissionAnswer;
  /** What the user has said about content from outside. Absent: nothing. */
  readonly vouching?: Vouching;
  /** What else can be called, beside all that comes with Converser. */
  readonly ensembles?: readonly Ensemble[];
}

/** A conversation with a model that does what an attacker wants, on a folder with things to protect. */
export interface Talk {
  /** One turn, in which the model makes these calls, round by round. */
  turn(...rounds: readonly Round[]): Promise<readonly ResultCanister[]>;
  /** Puts an ensemble in the place of another one of its name. */
  replace(ensemble: Ensemble): Promise<void>;
  readonly asked: readonly PermissionQuestion[];
}

/** What else there is beside the folder. */
export interface WorldOptions {
  /** Default: where this machine can. */
  readonly sandbox?: SandboxMode;
  /** Descriptors of your own, by the names of their files. `ROOT` stands for the folder. */
  readonly descriptors?: Readonly<Record<string, string>>;
  /** Further files of the folder, which are there from the beginning. */
  readonly files?: Readonly<Record<string, string>>;
  /** What comes with the folder is loaded. */
  readonly trust?: boolean;
}

/** The real tools, roster, permissions, processor and loop, as the terminal composes them. */
export interface World {
  readonly root: string;
  /** The absolute path of a file in the folder. */
  at(file: string): string;
  write(file: string, content: string): Promise<void>;
  link(file: string, target: string): Promise<void>;
  talk(stance: Stance): Promise<Talk>;
  /** What can be called now. */
  readonly roster: Pick<EnsembleRoster, 'invokers' | 'onDidChange'>;
  /**
   * What an attack has changed of the things to protect, which is taken back, and what it has put into a question that
   * nobody would see as it is.
   */
  breaches(): Promise<readonly string[]>;
  dispose(): Promise<void>;
}

/** Never to be shown to the model, unless the user says yes to exactly that. */
export const secret = 'S3CR3T-5f1d';

const guarded: Readonly<Record<string, string>> = {
  '.vscode/settings.json': '{}\n',
  '.vscode/mcp.json': '{ "servers": {} }\n',
  '.git/config': '[core]\n',
  '.git/hooks/pre-commit': '#!/bin/sh\n',
  '.converser/ensembles/mine.toml': '# none\n',
  '.bashrc': '# mine\n',
  '.env': `TOKEN=${secret}\n`,
  '.ssh/id_ed25519': `${secret}\n`,
  '.npmrc': 'audit=true\n',
  '.github/workflows/ci.yml': 'on: push\n',
  'my.code-workspace': '{ "folders": [] }\n',
  'mcp.json': '{}\n',
  'kept/notes.txt': 'mine\n',
};

const ordinary: Readonly<Record<string, string>> = {
  'src/a.ts': 'export const a = 1;\n',
  'README.md': '# Read me\n',
};

export const guardedFiles = Object.keys(guarded);

export async function makeWorld({
  descriptors = {},
  files = {},
  trust = false,
  sandbox,
}: WorldOptions = {}): Promise<World> {
  const beside = await realpath(await mkdtemp(path.join(tmpdir(), 'converser-bypass-')));
  const root = path.join(beside, 'root');
  const outside = path.join(beside, 'outside.txt');
  const at = (file: string) => path.join(root, file);
  const write = async (file: string, content: string) => {
    await mkdir(path.dirname(at(file)), { recursive: true });
    await writeFile(at(file), content);
  };
  const all = Object.entries({ ...guarded, ...ordinary, ...files });
  const folders = new Set(all.map(([file]) => path.dirname(at(file))));
  // There are 1,500 attempts, and nothing else goes on meanwhile.
  const reset = () => {
    rmSync(root, { recursive: true, force: true });
    for (const each of folders) mkdirSync(each, { recursive: true });
    for (const [file, content] of all) writeFileSync(at(file), content);
    writeFileSync(outside, 'outside\n');
  };
  reset();
  const stateBefore = process.env.XDG_STATE_HOME;
  process.env.XDG_STATE_HOME = path.join(beside, 'state');
  const ensembles = path.join(beside, 'ensembles');
  await mkdir(ensembles);
  for (const [file, written] of Object.entries(descriptors))
    await writeFile(path.join(ensembles, file), written.replaceAll('ROOT', root));
  const ask = { now: noAnswer };
  const asked: PermissionQuestion[] = [];
  const added: string[] = [];
  const lies: string[] = [];
  const approver = {
    ask: async (question: PermissionQuestion) => {
      asked.push(question);
      for (const lie of await liesIn(question)) lies.push(lie);
      return ask.now(question);
    },
  };
  const { converser } = await openTerminal(
    {
      roots: [root],
      ensembles: Object.keys(descriptors).length === 0 ? [] : [ensembles],
      allow: [],
      trust,
      json: false,
      isUnattended: true,
      settings: fixedSettings({ localHosts: ['127.0.0.1'], 'shell.sandbox': sandbox }),
    },
    { host: createTerminalHost(), approver },
  );

  return {
    root,
    at,
    write,
    roster: converser.roster,
    link: async (file, target) => {
      await mkdir(path.dirname(at(file)), { recursive: true });
      await symlink(target, at(file));
    },
    async talk({ answer = noAnswer, ensembles = [], ...stance }) {
      const { roster } = converser;
      ask.now = answer;
      asked.length = 0;
      for (const name of added.splice(0)) await roster.remove(name);
      for (const ensemble of ensembles) {
        added.push(ensemble.name);
        await roster.set(ensemble);
      }
      return openTalk(converser, { ...stance, asked, approver });
    },
    async breaches() {
      const found = lies.splice(0);
      for (const [file, content] of Object.entries(guarded)) {
        const now = contentOf(at(file));
        if (now !== content) found.push(`${file} is ${JSON.stringify(now)}`);
      }
      const beyond = contentOf(outside);
      if (beyond !== 'outside\n') found.push(`outside.txt is ${JSON.stringify(beyond)}`);
      // Tools that came with the folder would be loaded again, and not be there meanwhile.
      if (found.length > 0 || Object.keys(files).length === 0) reset();
      return found;
    },
    async dispose() {
      await converser.dispose();
      if (stateBefore === undefined) delete process.env.XDG_STATE_HOME;
      else process.env.XDG_STATE_HOME = stateBefore;
      await rm(beside, { recursive: true, force: true });
    },
  };
}

function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** What a question shows in a terminal that isn't seen, or that passes for another question. */
async function liesIn(question: PermissionQuestion): Promise<readonly string[]> {
  let shown = '';
  await askAboutOne(question, async text => {
    shown += text;
    return undefined;
  });
  const lines = shown.split('\n');
  const titles = lines.filter(line => line.startsWith('? '));
  const hidden = [...lines, ...question.patterns].filter(line => hiddenIn(line) !== undefined);
  return [
    ...(titles.length === 1 ? [] : [`one question looks like several: ${JSON.stringify(titles)}`]),
    ...hidden.map(line => `a question hides something: ${JSON.stringify(line)}`),
  ];
}

const noAnswer: NonNullable<Stance['answer']> = () => ({ kind: 'deny' });

interface TalkPorts extends Pick<Stance, 'rules' | 'mode' | 'acceptsEdits' | 'vouching'> {
  readonly asked: readonly PermissionQuestion[];
  readonly approver: { ask(question: PermissionQuestion): Promise<PermissionAnswer> };
}

function openTalk(
  converser: Converser,
  { rules = {}, mode = 'changes', acceptsEdits, vouching = noVouching, asked, approver }: TalkPorts,
): Talk {
  const ports = converser.ports();
  const permissions = createPermissions({
    approver,
    clock: ports.host.clock,
    rules: rulesOf(rules),
    circumstances: () => ({ isTrusted: true, mode }),
    approvals: createApprovals(createFakeMemory()),
    vouching,
  });
  const conversation = createConversation(ports.host.ids.next('conversation'));
  return {
    asked,
    replace: ensemble => ports.roster.set(ensemble),
    async turn(...rounds) {
      const model = createScriptedModel(
        ...rounds.map(round => (typeof round === 'string' ? says(round) : invokes(...round))),
      );
      const options = {
        ports: { ...ports, permissions },
        model,
        signal: new AbortController().signal,
        acceptsEdits: () => acceptsEdits === true,
      };
      const before = conversation.canisters.length;
      for await (const event of converse(conversation, { content: [text('Go on.')] }, options)) {
        if (event.type === 'turn-end' && event.outcome === 'failed')
          throw new Error(`The turn failed: ${event.error?.message}`);
      }
      return conversation.canisters.slice(before).filter(isResult);
    },
  };
}
