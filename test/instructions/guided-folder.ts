import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { converse } from '../../src/converser/turn/converse.ts';
import type { Canister } from '../../src/converser/words/canister/canister.ts';
import { type Content, text, textOf } from '../../src/converser/words/canister/content.ts';
import { createConversation } from '../../src/converser/words/conversation/conversation.ts';
import type { ConverseEvent } from '../../src/converser/words/conversation/converse-event.ts';
import { indexRules, type PermissionRule } from '../../src/converser/words/permission/rules.ts';
import {
  guidingFolders,
  ownInstructionFolders,
  ownSkillFolders,
} from '../../src/ensembles/workspace/guiding-folders.ts';
import { createKeptLabels } from '../../src/ensembles/workspace/kept-labels.ts';
import { noAddedPlaces } from '../../src/ensembles/workspace/protection/added-places.ts';
import { workspaceTools } from '../../src/ensembles/workspace/workspace-tools.ts';
import { createInstructions } from '../../src/instructions/create-instructions.ts';
import type { InstructionFiles, OpenedFolders, RuleFiles } from '../../src/instructions/instruction-files.ts';
import type { Focus } from '../../src/instructions/skills/prompt-text.ts';
import { makeTemporaryWorkspace } from '../ensembles/workspace/temporary-workspace.ts';
import { createFakeEnsemble } from '../fakes/fake-ensemble.ts';
import { createFakePorts } from '../fakes/fake-ports.ts';
import { createScriptedModel, type Script } from '../fakes/scripted-model.ts';

/** A folder on the disk whose files guide models, with the tools that read them. */
export async function makeGuidedFolder(files: Readonly<Record<string, string | Uint8Array>> = {}) {
  const made = await makeTemporaryWorkspace();
  const { workspace, root, beside, write } = made;
  for (const [file, content] of Object.entries(files)) await write(file, content);
  const labels = createKeptLabels();
  const off = new Set<string>();
  const rules: Record<string, PermissionRule> = {};
  const trust = { given: true };
  const editor: { focus: Focus | undefined } = { focus: undefined };
  const folders: OpenedFolders = {
    ...guidingFolders(workspace, {
      protectedRoles: () => [],
      addedPlaces: noAddedPlaces,
      labels,
      rules: { about: name => indexRules(Object.entries(rules))(name) },
    }),
    isTrusted: () => trust.given,
  };
  const tools = Object.fromEntries(
    workspaceTools(workspace, { labels }).map(({ name, invocable, arguments: schema, annotations }) => [
      name,
      { invocable, arguments: schema, annotations },
    ]),
  );
  const reading = { protectedRoles: () => [], addedPlaces: noAddedPlaces, labels };
  const own: InstructionFiles = ownSkillFolders(beside, reading);
  const personal: RuleFiles = ownInstructionFolders(beside, reading);
  const ports = await createFakePorts({ ensembles: [createFakeEnsemble('workspace', tools)] });
  const { roster } = ports;
  const { guidance, skills, list } = createInstructions({
    ...{ folders, own, personal, off, roster },
    focus: () => editor.focus,
  });
  const signal = new AbortController().signal;

  return {
    ...made,
    root,
    labels,
    off,
    rules,
    trust,
    editor,
    folders,
    guidance,
    skills,
    list: () => list(signal),
    personal,
    roster,
    link: async (file: string, target: string) => {
      await mkdir(path.dirname(path.join(root, file)), { recursive: true });
      await symlink(path.isAbsolute(target) ? target : path.join(root, target), path.join(root, file));
    },
    outside: path.join(beside, 'outside'),
    /** A file of your own, beside the folder as in your home. */
    async writeOwn(file: string, content: string) {
      await mkdir(path.dirname(path.join(beside, file)), { recursive: true });
      await writeFile(path.join(beside, file), content);
    },
    lock: (file: string) => chmod(path.join(root, file), 0o000),
    /** What holds at the beginning of a turn. */
    begin(contextTokens?: number, conversationId = 'c') {
      const window = contextTokens === undefined ? {} : { contextTokens };
      const model = { capabilities: { tools: 'native', images: false, ...window } } as const;
      return guidance.begin({ conversationId, model }, signal);
    },
    /** A conversation in which the model does what the scripts say. */
    async talk(...scripts: readonly Script[]) {
      const model = createScriptedModel(...scripts);
      const conversation = createConversation('talk');
      const events: ConverseEvent[] = [];
      const options = { ports: { ...ports, guidance }, model, signal };
      const say = async (message = 'Go.', documents: readonly Content[] = []) => {
        const prompt = { content: [text(message)], documents };
        for await (const event of converse(conversation, prompt, options)) events.push(event);
      };
      return {
        model,
        conversation,
        events,
        say,
        notices: () => events.flatMap(event => (event.type === 'notice' ? [event.message] : [])),
        /** What was added, by the file that it is from. */
        added: () =>
          conversation.canisters
            .filter(canister => canister.role === 'document' && canister.added)
            .map(({ content }) => content.map(part => (part.type === 'resource' ? part.uri : '')).join()),
        supervisors: () => model.requests.map(({ canisters }) => supervisorIn(canisters)),
      };
    },
  };
}

function supervisorIn(canisters: readonly Canister[]): string {
  const above = canisters.filter(({ role }) => role === 'supervisor');
  return above.map(({ content }) => textOf(content)).join('\n');
}

export type GuidedFolder = Awaited<ReturnType<typeof makeGuidedFolder>>;

/** Makes such folders in the tests of a suite, which are gone after each. */
export function eachGuidedFolder(): typeof makeGuidedFolder {
  const made: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const dispose of made.splice(0)) await dispose();
  });
  return async files => {
    const folder = await makeGuidedFolder(files);
    made.push(folder.dispose);
    return folder;
  };
}
