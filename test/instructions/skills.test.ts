import assert from 'node:assert/strict';
import { isResult } from '../../src/converser/words/canister/canister.ts';
import { textOf } from '../../src/converser/words/canister/content.ts';
import type { Conversation } from '../../src/converser/words/conversation/conversation.ts';
import { ofOutside } from '../../src/converser/words/labels/label.ts';
import { limits } from '../../src/instructions/instruction-limits.ts';
import { ensembleContract } from '../contracts/ensemble-contract.ts';
import { invokes, says } from '../fakes/scripted-model.ts';
import { eachGuidedFolder, type GuidedFolder, makeGuidedFolder } from './guided-folder.ts';

const skill = (name: string, description: string, body = 'Do it.') =>
  `---\nname: ${name}\ndescription: ${description}\n---\n${body}\n`;

const readSkill = (args: object) => ['skills__read_skill', args] as const;

const signal = () => new AbortController().signal;

describe('skills', () => {
  const make = eachGuidedFolder();
  const results = ({ canisters }: Conversation) =>
    canisters.filter(isResult).map(({ content, failure }) => failure?.message ?? textOf(content));
  const names = ({ roster }: GuidedFolder) => roster.ensembles.map(({ name }) => name).join();

  it('are offered by name and description, and read when a model asks for one', async () => {
    const when = 'Use when: a PDF is named.';
    const { talk } = await make({
      '.agents/skills/pdf/SKILL.md': skill('pdf', `Fills forms. ${when}`, 'Run scripts/fill.py.'),
      '.agents/skills/pdf/scripts/fill.py': 'print(1)\r\n',
      '.github/skills/review/SKILL.md': skill('review', '>\n  Reviews\n  changes.'),
    });
    const reads = ['', 'scripts/fill.py'].map(file =>
      readSkill({ name: 'pdf', ...(file !== '' && { file }) }),
    );
    const { say, model, conversation } = await talk(invokes(...reads), says('Done.'));
    await say();
    const [above = ''] = model.requests.map(({ canisters }) => textOf(canisters[0]?.content ?? []));
    assert.match(above, /> - pdf: Fills forms\. Use when: a PDF is named\.\n> - review: Reviews changes\./);
    const [instructions = '', file] = results(conversation);
    assert.match(
      instructions,
      /The skill pdf, from \.agents\/skills\/pdf\..*for read_skill: scripts\/fill\.py\.\n/,
    );
    assert.ok(instructions.includes('.py.\n\nRun scripts'), instructions);
    assert.equal(file, 'print(1)\n');
  });

  it('have no ensemble where there are none, or none is switched on', async () => {
    const folder = await make({});
    await folder.skills.refresh(signal());
    assert.equal(names(folder), 'workspace');
    await folder.write('.claude/skills/a/SKILL.md', skill('a', 'A.'));
    await folder.skills.refresh(signal());
    assert.equal(names(folder), 'workspace,skills');
    folder.off.add('.claude/skills/a/SKILL.md');
    await folder.skills.choose();
    assert.equal(names(folder), 'workspace');
  });

  it('of a folder that you do not trust are left alone, and your own are there', async () => {
    const { skills, trust, writeOwn } = await make({ '.agents/skills/a/SKILL.md': skill('a', 'A.') });
    await writeOwn('.claude/skills/mine/SKILL.md', skill('mine', 'Mine.'));
    trust.given = false;
    await skills.refresh(signal());
    const found = await skills.forMessage('', signal());
    assert.equal(found.map(({ name }) => name).join(), 'mine');
  });

  it('of your own come before those of a folder with the same name', async () => {
    const { skills, writeOwn } = await make({
      '.agents/skills/pdf/SKILL.md': skill('pdf', 'Of the folder.'),
    });
    await writeOwn('.agents/skills/pdf/SKILL.md', skill('pdf', 'Mine.'));
    const notices = await skills.refresh(signal());
    const found = await skills.forMessage('', signal());
    assert.equal(found.map(({ description }) => description).join(), 'Mine.');
    const taken = /\.agents\/skills\/pdf\/SKILL\.md isn’t followed, because \/.* has the same name/;
    assert.match(notices.join('\n'), taken);
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
    const found = await skills.forMessage('', signal());
    const lengths = found.map(({ name, description }) => `${name}: ${description.length}`);
    assert.deepEqual(lengths, ['long: 1024', 'odd: 20']);
    assert.match(notices, /Bad Name\/SKILL\.md isn’t followed, because its name must/);
    assert.match(notices, /silent\/SKILL\.md isn’t followed, because it has no description/);
    assert.match(notices, /evil\/SKILL\.md isn’t followed, because others may have written it/);
    assert.match(notices, /away\/SKILL\.md isn’t followed/);
  });

  it('are used whatever the case of their file’s name', async () => {
    const files = ['skill.md', 'SKILL.MD', 'Skill.md'].map(
      (file, at) => [`.claude/skills/s${at}/${file}`, skill(`s${at}`, `Of ${file}.`, 'Do it.')] as const,
    );
    const folder = await make({
      ...Object.fromEntries(files),
      '.claude/skills/both/SKILL.md': skill('both', 'The real one.'),
      '.claude/skills/both/skill.md': skill('both', 'Another.'),
    });
    const named = ['s0', 's1', 's2', 'both'].map(name => readSkill({ name }));
    const { say, conversation } = await folder.talk(
      invokes(...named, readSkill({ name: 's0', file: 'skill.md' })),
      says('Done.'),
    );
    await say();
    const found = await folder.skills.forMessage('', signal());
    assert.deepEqual(
      found.map(({ description }) => description),
      ['The real one.', 'Of skill.md.', 'Of SKILL.MD.', 'Of Skill.md.'],
    );
    for (const result of results(conversation)) assert.match(result, /Do it\./);
    assert.doesNotMatch(results(conversation)[0] ?? '', /for read_skill/);
    assert.match(results(conversation)[3] ?? '', /for read_skill: skill\.md/);
    const { all } = await folder.list();
    const uris = all.map(({ uri }) => uri.split('/').slice(-2).join('/')).sort();
    assert.deepEqual(uris, ['both/SKILL.md', 's0/skill.md', 's1/SKILL.MD', 's2/Skill.md']);
  });

  it('of your own may be links: a folder, its file, or each file by itself', async () => {
    const { skills, talk, writeOwn, link, beside } = await make({});
    const linkOwn = (file: string, target: string) => link(`../${file}`, `${beside}/${target}`);
    for (const name of ['a', 'b', 'c']) {
      await writeOwn(`dots/${name}/SKILL.md`, skill(name, `Of ${name}.`));
      await writeOwn(`dots/${name}/more.md`, `More of ${name}.`);
    }
    await writeOwn('private.md', 'PRIVATE');
    await linkOwn('.claude/skills/a', 'dots/a');
    await linkOwn('.agents/skills/b/SKILL.md', 'dots/b/SKILL.md');
    await linkOwn('.agents/skills/b/private.md', 'private.md');
    await linkOwn('.copilot/skills/c/SKILL.md', 'dots/c/SKILL.md');
    await linkOwn('.copilot/skills/c/more.md', 'dots/c/more.md');
    await linkOwn('.claude/skills/gone', 'dots/gone');
    const notices = await skills.refresh(signal());
    assert.match(notices.join('\n'), /skills\/gone\/SKILL\.md isn’t followed, .*leads nowhere/);
    const reads = [
      { name: 'a', file: 'more.md' },
      { name: 'c', file: 'more.md' },
      { name: 'b' },
      { name: 'b', file: 'private.md' },
    ];
    const { say, conversation } = await talk(invokes(...reads.map(readSkill)), says('Done.'));
    await say();
    const [a, c, b, kept] = results(conversation);
    assert.deepEqual([a, c], ['More of a.', 'More of c.']);
    assert.match(b ?? '', /Do it\./);
    assert.match(kept ?? '', /isn’t in the skill’s folder/);
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
    const reads = files.map(file => readSkill({ name: 'pdf', file }));
    const { say, conversation } = await talk(invokes(...reads, readSkill({ name: 'nope' })), says('Done.'));
    await say();
    const all = results(conversation);
    assert.equal(all.length, files.length + 1);
    assert.doesNotMatch(all.join('\n'), /SECRET|root:/);
    assert.match(all.at(-1) ?? '', /Unknown skill "nope"\. Skills: pdf\./);
  });

  it('join the conversation where a message begins with their name', async () => {
    const { talk } = await make({
      '.agents/skills/pdf/SKILL.md': skill('pdf', 'A.', 'Fill it.'),
      '.agents/skills/quiet/SKILL.md': skill('quiet', 'Q.\nuser-invocable: false', 'Quiet.'),
      '.agents/skills/yours/SKILL.md': skill('yours', 'Y.\ndisable-model-invocation: true', 'Only you.'),
    });
    const { say, added, model } = await talk();
    await say('/pdf fill form.pdf');
    await say('/pdf again');
    await say('Not /pdf, and /quiet is none. /etc/hosts');
    await say('/yours');
    await say('/quiet now');
    assert.deepEqual(added(), ['.agents/skills/pdf/SKILL.md', '.agents/skills/yours/SKILL.md']);
    const sent = model.requests[0]?.canisters.map(({ content }) => textOf(content)).join('\n') ?? '';
    const wish =
      /The user wants you to use a skill\. The skill pdf, from \.agents\/skills\/pdf.*\n\nFill it\./;
    assert.match(sent, wish);
    assert.doesNotMatch(sent, /- yours/);
  });

  it('are listed in little room, however many there are', async () => {
    const all = Array.from({ length: 120 }, (_, at) => `s${at}`);
    const files = all.map(name => [`.agents/skills/${name}/SKILL.md`, skill(name, 'word '.repeat(200))]);
    const { skills, roster } = await make(Object.fromEntries(files));
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
