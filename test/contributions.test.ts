import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { ordinaryLimits } from '../src/converser/turn/converse-options.ts';
import {
  answerCommand,
  chatModelVendor,
  commands,
  ensemblesViewId,
  gatewayCommands,
  gatewayViewId,
  mcpProviderId,
  participantId,
  settings,
  sidebarViewId,
  toggleToolCommand,
  treeCommands,
  walkthroughId,
} from '../src/vscode/window/contributions.ts';
import { gatewaySettings } from '../src/vscode/window/gateway-settings.ts';

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly keybindings: readonly { readonly args?: { readonly commands: readonly string[] } }[];
    readonly configuration: readonly { readonly properties: Readonly<Record<string, unknown>> }[];
    readonly chatParticipants: readonly { readonly id: string }[];
    readonly mcpServerDefinitionProviders: readonly { readonly id: string }[];
    readonly languageModelChatProviders: readonly { readonly vendor: string }[];
    readonly walkthroughs: readonly Walkthrough[];
    readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
  };
}

interface Walkthrough {
  readonly id: string;
  readonly steps: readonly {
    readonly description: string;
    readonly media: { readonly svg: string; readonly altText: string };
    readonly completionEvents: readonly string[];
  }[];
}

describe('package.json and the code', () => {
  let manifest: Manifest;

  before(async () => {
    manifest = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')) as Manifest;
  });

  it('name the same commands', () => {
    const declared = manifest.contributes.commands.map(({ command }) => command);
    const known = [commands, treeCommands, gatewayCommands].flatMap(each => Object.values(each));
    assert.deepEqual(declared.sort(), known.sort());
    assert.ok(!declared.includes(answerCommand), 'the answer to a question is not in the palette');
  });

  it('have the space bar switch tools in the tree of ensembles', () => {
    const called = manifest.contributes.keybindings.flatMap(({ args }) => args?.commands ?? []);
    assert.ok(called.includes(toggleToolCommand));
  });

  it('name the same settings', () => {
    const declared = manifest.contributes.configuration.flatMap(({ properties }) => Object.keys(properties));
    const known = Object.values({ ...settings, ...gatewaySettings }).map(name => `converser.${name}`);
    assert.deepEqual(declared.sort(), known.sort());
  });

  it('have the same limits where you set none', () => {
    const declared = Object.assign(
      {},
      ...manifest.contributes.configuration.map(({ properties }) => properties),
    );
    const { rounds, resultCharacters } = ordinaryLimits;
    assert.deepEqual(
      [settings.roundLimit, settings.resultLimit].map(name => declared[`converser.${name}`].default),
      [rounds, resultCharacters],
    );
  });

  it('name the same participant, view and vendor', () => {
    assert.deepEqual(
      manifest.contributes.chatParticipants.map(({ id }) => id),
      [participantId],
    );
    assert.deepEqual(
      Object.values(manifest.contributes.views)
        .flat()
        .map(({ id }) => id),
      [sidebarViewId, ensemblesViewId, gatewayViewId],
    );
    assert.deepEqual(
      manifest.contributes.mcpServerDefinitionProviders.map(({ id }) => id),
      [mcpProviderId],
    );
    assert.deepEqual(
      manifest.contributes.languageModelChatProviders.map(({ vendor }) => vendor),
      [chatModelVendor],
    );
  });

  it('have one walkthrough, whose steps have a button, an event that completes them, and a picture', async () => {
    const [walkthrough, ...others] = manifest.contributes.walkthroughs;
    assert.ok(walkthrough);
    assert.deepEqual(others, []);
    assert.equal(walkthroughId, `converser.converser#${walkthrough.id}`);
    const known = new Set<string>(Object.values(commands));
    for (const { description, media, completionEvents } of walkthrough.steps) {
      const buttons = [...description.matchAll(/^\[[^\]]+\]\(command:(.+)\)$/gm)].map(
        ([, command = '']) => command,
      );
      const [first = ''] = buttons;
      assert.ok(known.has(first), `no button in: ${description}`);
      for (const command of buttons) {
        assert.ok(known.has(command), command);
        assert.ok(completionEvents.includes(`onCommand:${command}`), command);
      }
      assert.match(await readFile(new URL(`../${media.svg}`, import.meta.url), 'utf8'), /var\(--vscode-/);
      assert.notEqual(media.altText, '');
    }
  });
});
