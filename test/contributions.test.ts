import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { type Breach, capKinds, capSetting, scopes } from '../src/converser/spending/caps.ts';
import { ordinaryLimits } from '../src/converser/turn/converse-options.ts';
import {
  answerCommand,
  chatModelVendor,
  commandsAtOnce,
  ensemblesViewId,
  participantId,
  settings,
  sidebarViewId,
  toggleToolCommand,
  walkthroughId,
} from '../src/vscode/activation-ids.ts';
import {
  commands,
  gatewayCommands,
  gatewayViewId,
  mcpProviderId,
  treeCommands,
} from '../src/vscode/window/contributions.ts';
import { gatewaySettings, lazySettings } from '../src/vscode/window/lazy-settings.ts';

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
  readonly markdownDescription: string;
}

interface Walkthrough {
  readonly id: string;
  readonly steps: readonly {
    readonly description: string;
    readonly media: { readonly svg: string; readonly altText: string };
    readonly completionEvents: readonly string[];
  }[];
}

const caps: readonly Pick<Breach, 'scope' | 'kind'>[] = capKinds.flatMap(kind =>
  scopes.map(scope => ({ scope, kind })),
);

describe('package.json and the code', () => {
  let manifest: Manifest;

  const declaredSettings = (): Readonly<Record<string, DeclaredSetting>> =>
    Object.assign({}, ...manifest.contributes.configuration.map(({ properties }) => properties));

  before(async () => {
    manifest = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')) as Manifest;
  });

  it('name the same commands', () => {
    const declared = manifest.contributes.commands.map(({ command }) => command);
    const known = [commands, treeCommands, gatewayCommands].flatMap(each => Object.values(each));
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
    const known = [settings, gatewaySettings, lazySettings]
      .flatMap(each => Object.values<string>(each))
      .concat(caps.map(capSetting))
      .map(name => `converser.${name}`);
    assert.deepEqual(declared.sort(), known.sort());
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
    for (const cap of caps) {
      const {
        type,
        default: otherwise,
        minimum,
        scope,
      } = declaredSettings()[`converser.${capSetting(cap)}`] ?? {};
      const expected = [cap.kind === 'cost' ? 'number' : 'integer', 'null'];
      assert.deepEqual([type, otherwise, minimum, scope], [expected, null, 0, 'application']);
    }
  });

  it('let a folder set nothing but the model and two limits, and those only if you trust it, and protect places', () => {
    const ofFolders = Object.entries(declaredSettings())
      .filter(([, { scope }]) => scope !== 'machine' && scope !== 'application')
      .map(([name]) => name);
    const { restrictedConfigurations } = manifest.capabilities.untrustedWorkspaces;
    const trusted = ['converser.model', 'converser.roundLimit', 'converser.resultLimit'];
    assert.deepEqual(ofFolders.toSorted(), [...trusted, 'converser.protectedPlaces'].toSorted());
    assert.deepEqual(restrictedConfigurations, trusted);
  });

  it('have the same limits where you set none', () => {
    const declared = declaredSettings();
    const { rounds, resultCharacters, compactAt } = ordinaryLimits;
    assert.deepEqual(
      [lazySettings.roundLimit, lazySettings.resultLimit, lazySettings.compactAt].map(
        name => declared[`converser.${name}`]?.default,
      ),
      [rounds, resultCharacters, compactAt * 100],
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
