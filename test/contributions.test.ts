import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { contributedKeys } from '../src/house/setting-keys.ts';
import { createSettings, type Settings } from '../src/house/settings.ts';
import {
  answerCommand,
  chatModelVendor,
  commandsAtOnce,
  conversationsViewId,
  ensemblesViewId,
  participantId,
  sidebarViewId,
  toggleToolCommand,
  walkthroughId,
} from '../src/vscode/activation-ids.ts';
import {
  callCommands,
  commands,
  conversationRowCommands,
  gatewayCommands,
  gatewayViewId,
  mcpProviderId,
  sidebarCommands,
  treeCommands,
  turnCommands,
} from '../src/vscode/common/contributions.ts';

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly menus: Readonly<Record<string, readonly { readonly command: string }[]>>;
    readonly keybindings: readonly { readonly args?: { readonly commands: readonly string[] } }[];
    readonly configuration: readonly SettingsGroup[];
    readonly configurationDefaults?: unknown;
    readonly chatParticipants: readonly { readonly id: string }[];
    readonly mcpServerDefinitionProviders: readonly { readonly id: string }[];
    readonly languageModelChatProviders: readonly { readonly vendor: string }[];
    readonly walkthroughs: readonly Walkthrough[];
    readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
  };
  readonly capabilities: {
    readonly untrustedWorkspaces: { readonly restrictedConfigurations: readonly string[] };
  };
}

interface SettingsGroup {
  readonly title: string;
  readonly order: number;
  readonly properties: Readonly<Record<string, DeclaredSetting>>;
}

interface DeclaredSetting {
  readonly type: string | readonly string[];
  readonly default: unknown;
  readonly minimum?: number;
  readonly scope: string;
  readonly order: number;
  readonly description?: string;
  readonly markdownDescription?: string;
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

  const declaredSettings = (): Readonly<Record<string, DeclaredSetting>> =>
    Object.assign({}, ...manifest.contributes.configuration.map(({ properties }) => properties));

  before(async () => {
    manifest = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')) as Manifest;
  });

  it('name the same commands', () => {
    const declared = manifest.contributes.commands.map(({ command }) => command);
    const known = [
      commands,
      sidebarCommands,
      conversationRowCommands,
      treeCommands,
      gatewayCommands,
      turnCommands,
      callCommands,
    ].flatMap(each => Object.values(each));
    assert.deepEqual(declared.sort(), known.sort());
    const atOnce = Object.values<string>(commandsAtOnce);
    assert.deepEqual(
      atOnce.filter(each => !declared.includes(each)),
      [],
    );
    assert.ok(!declared.includes(answerCommand), 'the answer to a question is not in the palette');
  });

  it('link to commands and put commands in menus that are declared', () => {
    const declared = manifest.contributes.commands.map(({ command }) => command);
    const menus = Object.values(manifest.contributes.menus).flat();
    const links = JSON.stringify(manifest).matchAll(/\(command:(converser\.[\w.]+)/g);
    const used = [...menus.map(({ command }) => command), ...[...links].map(([, linked = '']) => linked)];
    assert.ok(used.length > menus.length);
    assert.deepEqual(
      used.filter(each => !declared.includes(each)),
      [],
    );
  });

  it('have the space bar switch tools in the tree of ensembles', () => {
    const called = manifest.contributes.keybindings.flatMap(({ args }) => args?.commands ?? []);
    assert.ok(called.includes(toggleToolCommand));
  });

  it('name the same settings', () => {
    const declared = manifest.contributes.configuration.flatMap(({ properties }) => Object.keys(properties));
    assert.deepEqual(declared.sort(), contributedKeys.map(key => `converser.${key}`).sort());
    assert.ok(declared.length <= 25, `${declared.length} settings`);
  });

  it('say what each setting does in one short sentence, with little beside it', () => {
    for (const [name, { description, markdownDescription }] of Object.entries(declaredSettings())) {
      const [sentence = '', ...others] = (description ?? markdownDescription ?? '').split(
        /(?<=\.) (?=[A-Z0-9[])/,
      );
      assert.match(sentence, /^[A-Z`].{5,110}\.$/, name);
      assert.ok(others.length <= 2, name);
    }
  });

  it('show the settings in groups, what is looked for first at the top', () => {
    const groups = manifest.contributes.configuration;
    assert.deepEqual(
      groups.map(({ title }) => title),
      ['Models', 'Tools', 'Limits', 'MCP Servers', 'Gateway'],
    );
    for (const [index, { order, properties }] of groups.entries()) {
      assert.equal(order, index + 1);
      const orders = Object.values(properties).map(setting => setting.order);
      assert.deepEqual(
        orders,
        orders.map((_order, place) => place + 1),
      );
    }
  });

  it('leave no row in the settings that is about no setting of yours', () => {
    assert.equal(manifest.contributes.configurationDefaults, undefined);
  });

  it('let caps be set in the Settings editor, where you set them for every machine', () => {
    for (const [name, number] of [
      ['costPerTurn', 'number'],
      ['costPerDay', 'number'],
      ['tokensPerTurn', 'integer'],
    ]) {
      const {
        type,
        default: otherwise,
        minimum,
        scope,
      } = declaredSettings()[`converser.limits.${name}`] ?? {};
      assert.deepEqual([type, otherwise, minimum, scope], [[number, 'null'], null, 0, 'application']);
    }
  });

  it('let a folder set nothing but the model and the rounds, and those only if you trust it, and protect places', () => {
    const ofFolders = Object.entries(declaredSettings())
      .filter(([, { scope }]) => scope !== 'machine' && scope !== 'application')
      .map(([name]) => name);
    const { restrictedConfigurations } = manifest.capabilities.untrustedWorkspaces;
    const trusted = ['converser.model', 'converser.roundLimit'];
    assert.deepEqual(ofFolders.toSorted(), [...trusted, 'converser.protectedPlaces'].toSorted());
    assert.deepEqual(restrictedConfigurations, trusted);
  });

  it('mean the same where you set nothing', () => {
    const declared = declaredSettings();
    const mistakes: unknown[] = [];
    const report = (mistake: unknown) => void mistakes.push(mistake);
    const shown = createSettings(key => declared[`converser.${key}`]?.default, report);
    assert.deepEqual(valuesOf(shown), valuesOf(createSettings(() => undefined)));
    assert.deepEqual(mistakes, []);
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
      [sidebarViewId, conversationsViewId, ensemblesViewId, gatewayViewId],
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

function valuesOf({ shell, gateway, ...others }: Settings): object {
  return { ...others, shell: { ...shell }, gateway: { ...gateway } };
}
