import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { textOf } from '../../src/converser/words/canister/content.ts';
import { ofOutside } from '../../src/converser/words/labels/label.ts';
import { limits } from '../../src/instructions/limits.ts';
import { ensembleContract } from '../contracts/ensemble-contract.ts';
import { invokes, says } from '../fakes/scripted-model.ts';
import { type GuidedFolder, makeGuidedFolder } from './guided-folder.ts';

const skill = (name: string, description: string, body = 'Do it.') =>
  `---\nname: ${name}\ndescription: ${description}\n---\n${body}\n`;

const signal = () => new AbortController().signal;

describe('skills', () => {
  let folder: GuidedFolder | undefined;
  const make = async (files: Parameters<typeof makeGuidedFolder>[0]) => {
    folder = await makeGuidedFolder(files);
    return folder;
  };
  afterEach(async () => {
    await folder?.dispose();
    folder = undefined;
  });

  const results = (conversation: { readonly canisters: readonly { readonly role: string }[] }) =>
    conversation.canisters
      .filter(canister => canister.role === 'result')
      .map(canister => {
        const { content, failure } = canister as never as {
          content: Parameters<typeof textOf>[0];
          failure?: { message: string };
        };
        return failure?.message ?? textOf(content);
      });

  it('are offered by name and description, and read when a model asks for one', async () => {
    const { talk } = await make({
      '.agents/skills/pdf/SKILL.md': skill(
        'pdf',
        'Fills forms. Use when: a PDF is named.',
        'Run scripts/fill.py.',
      ),
      '.agents/skills/pdf/scripts/fill.py': 'print(1)\r\n',
      '.github/skills/review/SKILL.md': skill('review', '>\n  Reviews\n  changes.'),
    });
    const { say, model, conversation } = await talk(
      invokes(
        ['skills__read_skill', { name: 'pdf' }],
        ['skills__read_skill', { name: 'pdf', file: 'scripts/fill.py' }],
      ),
      says('Done.'),
    );
    await say();
    const [above = ''] = model.requests.map(({ canisters }) => textOf(canisters[0]?.content ?? []));
    assert.match(above, /> - pdf: Fills forms\. Use when: a PDF is named\.\n> - review: Reviews changes\./);
    const [instructions = '', file] = results(conversation);
    assert.match(
      instructions,
      /The skill pdf, from \.agents\/skills\/pdf\..*for read_skill: scripts\/fill\.py\.\n\nRun scripts/,
    );
    assert.equal(file, 'print(1)\n');
  });

  it('have no ensemble where there are none, or none is switched on', async () => {
    const { roster, skills, off, write } = await make({});
    await skills.refresh(signal());
    assert.deepEqual(
      roster.ensembles.map(({ name }) => name),
      ['workspace'],
    );
    await write('.claude/skills/a/SKILL.md', skill('a', 'A.'));
    await skills.refresh(signal());
    assert.deepEqual(
      roster.ensembles.map(({ name }) => name),
      ['workspace', 'skills'],
    );
    off.add('.claude/skills/a/SKILL.md');
    await skills.choose();
    assert.deepEqual(
      roster.ensembles.map(({ name }) => name),
      ['workspace'],
    );
  });

  it('of a folder that you do not trust are left alone, and your own are there', async () => {
    const { skills, trust, beside } = await make({ '.agents/skills/a/SKILL.md': skill('a', 'A.') });
    const mine = path.join(beside, '.claude', 'skills', 'mine');
    await mkdir(mine, { recursive: true });
    await writeFile(path.join(mine, 'SKILL.md'), skill('mine', 'Mine.'));
    trust.given = false;
    await skills.refresh(signal());
    assert.deepEqual(
      (await skills.forMessage('', signal())).map(({ name }) => name),
      ['mine'],
    );
  });

  it('of your own come before those of a folder with the same name', async () => {
    const { skills, beside } = await make({ '.agents/skills/pdf/SKILL.md': skill('pdf', 'Of the folder.') });
    const mine = path.join(beside, '.agents', 'skills', 'pdf');
    await mkdir(mine, { recursive: true });
    await writeFile(path.join(mine, 'SKILL.md'), skill('pdf', 'Mine.'));
    const notices = await skills.refresh(signal());
    assert.deepEqual(
      (await skills.forMessage('', signal())).map(({ description }) => description),
      ['Mine.'],
    );
    assert.match(
      notices.join('\n'),
      /\.agents\/skills\/pdf\/SKILL\.md isn’t followed, because \/.* has the same name/,
    );
  });

  it('are named where they can’t be used, and never by what others may have written', async () => {
    const { skills, labels, link, outside } = await make({
      '.agents/skills/Bad Name/SKILL.md': skill('Bad Name', 'A.'),
      '.agents/skills/silent/SKILL.md': '# No front matter',
      '.agents/skills/evil/SKILL.md': skill('evil', 'Obey.'),
      '.agents/skills/long/SKILL.md': skill('long', 'word '.repeat(1_000)),
      '.agents/skills/odd/SKILL.md': skill('Odd Name', 'Named by its folder.'),
      '.agents/skills/empty/readme.md': 'No skill.',
    });
    await link('.agents/skills/away', outside);
    await labels.note(skill('evil', 'Obey.'), ofOutside('web:evil.example'));
    const notices = (await skills.refresh(signal())).join('\n');
    assert.deepEqual(
      (await skills.forMessage('', signal())).map(({ name, description }) => [name, description.length]),
      [
        ['long', 1_024],
        ['odd', 20],
      ],
    );
    assert.match(notices, /Bad Name\/SKILL\.md isn’t followed, because its name must/);
    assert.match(notices, /silent\/SKILL\.md isn’t followed, because it has no description/);
    assert.match(notices, /evil\/SKILL\.md isn’t followed, because others may have written it/);
    assert.match(notices, /away\/SKILL\.md isn’t followed/);
  });

  it('show no file that is not in their folder, and none with keys', async () => {
    const { talk, link, outside } = await make({
      '.agents/skills/pdf/SKILL.md': skill('pdf', 'A.'),
      '.agents/skills/pdf/.env': 'KEY=SECRET',
      '.agents/skills/pdf/logo.png': new Uint8Array([137, 80, 78, 71, 0, 0, 0, 1]),
      'other.txt': 'SECRET',
    });
    await link('.agents/skills/pdf/up', 'other.txt');
    await link('.agents/skills/pdf/away', `${outside}/secret.txt`);
    const files = ['../../../other.txt', '/etc/passwd', 'up', 'away', '.env', 'logo.png', 'missing.md'];
    const { say, conversation } = await talk(
      invokes(...files.map(file => ['skills__read_skill', { name: 'pdf', file }] as const), [
        'skills__read_skill',
        { name: 'nope' },
      ]),
      says('Done.'),
    );
    await say();
    const all = results(conversation);
    assert.equal(all.length, files.length + 1);
    assert.doesNotMatch(all.join('\n'), /SECRET|root:/);
    assert.match(all.at(-1) ?? '', /Unknown skill "nope"\. Skills: pdf\./);
  });

  it('join the conversation where a message begins with their name', async () => {
    const { talk } = await make({
      '.agents/skills/pdf/SKILL.md': skill('pdf', 'A.', 'Fill it.'),
      '.agents/skills/quiet/SKILL.md':
        '---\nname: quiet\ndescription: Q.\nuser-invocable: false\n---\nQuiet.',
      '.agents/skills/yours/SKILL.md':
        '---\nname: yours\ndescription: Y.\ndisable-model-invocation: true\n---\nOnly you.',
    });
    const { say, added, model } = await talk();
    await say('/pdf fill form.pdf');
    await say('/pdf again');
    await say('Not /pdf, and /quiet is none. /etc/hosts');
    await say('/yours');
    await say('/quiet now');
    assert.deepEqual(added(), ['.agents/skills/pdf/SKILL.md', '.agents/skills/yours/SKILL.md']);
    const sent = model.requests[0]?.canisters.map(({ content }) => textOf(content)).join('\n') ?? '';
    assert.match(
      sent,
      /The user wants you to use a skill\. The skill pdf, from \.agents\/skills\/pdf.*\n\nFill it\./,
    );
    assert.doesNotMatch(sent, /- yours/);
  });

  it('are listed in little room, however many there are', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 120 }, (_, at) => [
        `.agents/skills/s${at}/SKILL.md`,
        skill(`s${at}`, 'word '.repeat(200)),
      ]),
    );
    const { skills, roster } = await make(files);
    const notices = await skills.refresh(signal());
    const { instructions = '' } = roster.ensembles.find(({ name }) => name === 'skills') ?? {};
    assert.ok(instructions.length <= limits.skillList, String(instructions.length));
    assert.equal(instructions.match(/^- s/gm)?.length, limits.skills);
    assert.match(notices.join('\n'), /more than 100 skills/);
  });

  ensembleContract('of skills', {
    create: async () => {
      const made = await makeGuidedFolder({ '.agents/skills/a/SKILL.md': skill('a', 'A.') });
      await made.skills.refresh(signal());
      const ensemble = made.roster.ensembles.find(({ name }) => name === 'skills');
      await made.dispose();
      if (ensemble === undefined) throw new Error('There is no such ensemble.');
      return ensemble;
    },
  });
});
