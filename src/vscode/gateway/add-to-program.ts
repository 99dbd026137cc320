import * as vscode from 'vscode';
import type { Problem } from '../../ensembles/mcp/export/entry-format.ts';
import type { ExportTarget, McpAccess } from '../../ensembles/mcp/export/export-targets.ts';
import type { PlannedChange, TargetState } from '../../ensembles/mcp/export/program-files.ts';
import type { AskUser } from '../common/ask-in-vscode.ts';
import { complain, inform } from '../common/notices.ts';
import type { TextDiffs } from '../common/text-diffs.ts';
import { settings, writeSettings } from '../common/vscode-settings.ts';
import { isUnsaved } from '../workspace/unsaved.ts';
import type { GatewayKeys } from './gateway-keys.ts';
import { fileChoices, type ProgramFile, yourFileOf } from './program-targets.ts';

export interface ProgramFiles {
  targets(): readonly ExportTarget[];
  stateOf(target: ExportTarget): Promise<TargetState>;
  /** Without an access, the entry is removed. */
  plan(target: ExportTarget, access: McpAccess | undefined): Promise<PlannedChange | Problem>;
  /** Resolves to whether the file was still as planned, and is changed now. */
  make(target: ExportTarget, change: PlannedChange): Promise<boolean>;
  couldBeCommitted(target: ExportTarget): Promise<boolean>;
}

export interface AddToProgramPorts {
  readonly ask: AskUser;
  readonly files: ProgramFiles;
  readonly keys: Pick<GatewayKeys, 'all' | 'of' | 'revoke'>;
  readonly diffs: TextDiffs;
  /** Starts the gateway if it isn't running. `undefined` says that it could not start, which you have been told. */
  readonly running: () => Promise<string | undefined>;
  readonly shortened: (file: string) => string;
}

export async function addToProgram(ports: AddToProgramPorts): Promise<void> {
  const { ask, files, shortened } = ports;
  const all = await Promise.all(
    files.targets().map(async target => ({ target, ...(await files.stateOf(target)) })),
  );
  const chosen = await ask.pick<ProgramFile>({
    title: 'Add Converser to…',
    placeholder: 'Select the program that should use Converser’s tools',
    choices: fileChoices(all, shortened),
  });
  if (chosen === undefined) return;
  const wish = chosen.entry === undefined ? 'add' : await pickWish(ask, chosen);
  if (wish === 'remove') return remove(chosen, ports);
  if (wish !== 'add') return;
  const file = await awayFromGit(chosen, all, ports);
  if (file !== undefined) await add(file, ports);
}

function pickWish(ask: AskUser, { target }: ProgramFile): Promise<'add' | 'remove' | undefined> {
  return ask.pick<'add' | 'remove'>({
    title: `Converser in ${target.program}`,
    placeholder: `${target.program} has an entry named converser. What do you want to do with it?`,
    choices: [
      { label: 'Update It', description: 'to the gateway’s address and key', value: 'add' },
      { label: 'Remove It', value: 'remove' },
    ],
  });
}

async function awayFromGit(
  chosen: ProgramFile,
  all: readonly ProgramFile[],
  { ask, files, shortened }: AddToProgramPorts,
): Promise<ProgramFile | undefined> {
  if (!(await files.couldBeCommitted(chosen.target))) return chosen;
  const yours = yourFileOf(chosen, all);
  const [own, other] = [shortened(chosen.file), yours && shortened(yours.file)];
  return ask.pick<ProgramFile>({
    title: `Add Converser to ${chosen.target.program}`,
    placeholder: `This folder is in git. Committing ${own} shares the key in it.`,
    choices: [
      ...(yours === undefined
        ? []
        : [{ label: `Use ${other} Instead`, description: 'for all your folders', value: yours }]),
      { label: `Use ${own} Anyway`, description: 'if git ignores it', value: chosen },
    ],
  });
}

async function add({ target }: ProgramFile, ports: AddToProgramPorts): Promise<void> {
  const { keys, running, ask } = ports;
  const baseUrl = await running();
  if (baseUrl === undefined || !(await keepsPort(ask, baseUrl))) return;
  const isNew = !keys.all.some(({ name }) => name === target.keyName);
  const { key } = await keys.of(target.keyName);
  const { program } = target;
  const outcome = await change(target, ports, {
    access: { url: `${baseUrl}/mcp`, key },
    question: `Add Converser to ${program}? The editor shows the change. It contains a key to Converser’s tools.`,
    yes: 'Add',
  });
  if (outcome === 'same') return void inform(`${program} already has Converser.`);
  if (outcome === 'made') return sayAdded(program);
  if (isNew) await keys.revoke(target.keyName);
}

/** An address that changes at each start is useless in a file. */
async function keepsPort(ask: AskUser, baseUrl: string): Promise<boolean> {
  if (settings.gateway.port !== 0) return true;
  const port = Number(new URL(baseUrl).port);
  const keep = await ask.pick<boolean>({
    title: 'Gateway Port',
    placeholder: 'The port changes at each start, so the program would not find the gateway again.',
    choices: [
      { label: `Use Port ${port} from Now On`, value: true },
      { label: 'Let It Change', value: false },
    ],
  });
  if (keep === true) await writeSettings.gatewayPort(port);
  return keep !== undefined;
}

async function sayAdded(program: string): Promise<void> {
  const added = `Added Converser to ${program}. Restart ${program} if it is running.`;
  if (settings.gateway.startsAutomatically) return void inform(added);
  const start = 'Start Gateway with VS Code';
  const message = `${added} It finds Converser while the gateway runs.`;
  void inform(message, start).then(async pressed => {
    if (pressed === start) await writeSettings.gatewayStarts(true);
  });
}

async function remove({ target }: ProgramFile, ports: AddToProgramPorts): Promise<void> {
  const { program, keyName } = target;
  const outcome = await change(target, ports, {
    access: undefined,
    question: `Remove Converser from ${program}? The editor shows the change.`,
    yes: 'Remove',
  });
  if (outcome !== 'made') return;
  const revoke = 'Revoke Key';
  const isKnown = ports.keys.all.some(({ name }) => name === keyName);
  const key = isKnown ? ' Its key still opens the gateway.' : '';
  void inform(`Removed Converser from ${program}.${key}`, ...(isKnown ? [revoke] : [])).then(
    async pressed => {
      if (pressed === revoke) await ports.keys.revoke(keyName);
    },
  );
}

interface Wanted {
  readonly access: McpAccess | undefined;
  readonly question: string;
  readonly yes: string;
}

async function change(
  target: ExportTarget,
  ports: AddToProgramPorts,
  wanted: Wanted,
): Promise<'made' | 'same' | 'not made'> {
  const planned = await ports.files.plan(target, wanted.access);
  if ('problem' in planned) {
    void complain(planned.problem);
    return 'not made';
  }
  const { file, before, after } = planned;
  if (before === after) return 'same';
  if (!(await isSeenAndWanted(planned, target, { ...ports, wanted }))) return 'not made';
  if (isOpenAndDirty(file)) {
    void complain(
      `${ports.shortened(file)} has changes that are not saved. Save or undo them, then try again.`,
    );
    return 'not made';
  }
  if (await ports.files.make(target, planned)) return 'made';
  void inform(`${ports.shortened(file)} has changed meanwhile. Here is the change again.`);
  return change(target, ports, wanted);
}

/** A quick pick would hide the top of the comparison. */
async function isSeenAndWanted(
  { file, before = '', after }: PlannedChange,
  { format }: ExportTarget,
  { ask, diffs, shortened, wanted }: AddToProgramPorts & { readonly wanted: Wanted },
): Promise<boolean> {
  const name = file.split(/[/\\]/).at(-1) ?? file;
  const shown = await diffs.show({
    before: { name, text: before },
    after: { name, text: after },
    title: `${shortened(file)} (now ↔ changed)`,
    // VS Code has no TOML of its own; this is near enough for colours.
    language: format === 'json' ? 'jsonc' : 'ini',
  });
  try {
    return await ask.confirm({ message: wanted.question, yes: wanted.yes });
  } finally {
    await shown.close();
  }
}

function isOpenAndDirty(file: string): boolean {
  const place = vscode.Uri.file(file).toString();
  return vscode.workspace.textDocuments.some(each => each.uri.toString() === place && isUnsaved(each));
}
