import assert from 'node:assert/strict';
import { attachMentioned } from '../../../../src/converser/turn/attachments/attach-mentioned.ts';
import {
  type Attachment,
  attachmentTokens,
  mostAttached,
} from '../../../../src/converser/turn/attachments/attachment.ts';
import {
  bytesAttachment,
  fileAttachment,
} from '../../../../src/converser/turn/attachments/bytes-attachment.ts';
import { unseenText } from '../../../../src/converser/turn/attachments/unseen-text.ts';
import { withAttachments } from '../../../../src/converser/turn/attachments/with-attachments.ts';
import { promptCanisters } from '../../../../src/converser/turn/prompt-canisters.ts';
import { text } from '../../../../src/converser/words/canister/content.ts';
import { ofWorkspace } from '../../../../src/converser/words/labels/label.ts';
import { createFakeHost } from '../../../fakes/fake-host.ts';

const never = new AbortController().signal;
function png(size = 20): Uint8Array {
  const bytes = new Uint8Array(size);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 13, 10]);
  return bytes;
}
const pdf = Uint8Array.from('%PDF-1.7 …', character => character.charCodeAt(0));

function file(path: string): Attachment {
  return { kind: 'file', title: path, content: { type: 'resource', uri: path, text: `Text of ${path}` } };
}

const sources = {
  place: async ({ path, isSure }: { path: string; isSure: boolean }) =>
    path.endsWith('.ts') || (isSure && path === 'LICENSE') ? file(path) : undefined,
  live: {
    problems: async (): Promise<Attachment> => {
      throw new Error('No problems.');
    },
  },
  held: async (name: string) =>
    name === 'image-1' ? bytesAttachment(png(), { title: 'a.png', name }) : undefined,
};

describe('what a message mentions', () => {
  const titles = async (message: string) =>
    (await attachMentioned(message, sources, never)).map(each =>
      'attachment' in each ? each.attachment.title : `${each.title}: ${each.problem}`,
    );

  it('is attached in its order, each once, and what names nothing is left alone', async () => {
    assert.deepEqual(await titles('@b.ts @a.ts, @b.ts @nobody and @image-1'), ['b.ts', 'a.ts', 'a.png']);
  });

  it('is a mistake only where it can mean nothing else', async () => {
    const missing = ['nope: "nope" not found.', 'no such.md: "no such.md" not found.'];
    assert.deepEqual(await titles('@file:nope @"no such.md" @LICENSE @file:LICENSE'), [
      ...missing,
      'LICENSE',
    ]);
  });

  it('says why something is not there', async () => {
    const reasons = ['problems: No problems.', 'image-7: It is gone: paste or drop it again.'];
    assert.deepEqual(await titles('@problems @image-7'), reasons);
  });

  it('is left alone where the host has nothing of the kind', async () => {
    assert.deepEqual(await titles('@selection @terminal'), []);
  });

  it('stays within the limits of a message', async () => {
    const many = Array.from({ length: 60 }, (_, at) => `@f${at}.ts`).join(' ');
    const all = await titles(many);
    assert.equal(all[mostAttached.attachments - 1], 'f49.ts');
    assert.equal(all[mostAttached.attachments], 'f50.ts: A message takes 50 attachments. Remove some.');
    const large = png(mostAttached.imageBytes);
    const held = async (name: string) => bytesAttachment(large, { title: name, name });
    const message = '@image-1 @image-2 @image-3 @image-4 @image-5';
    const images = await attachMentioned(message, { ...sources, held }, never);
    const refused = images.map(each => 'problem' in each);
    assert.deepEqual(refused, [false, false, false, false, true]);
  });

  it('ends soon when it is stopped', async () => {
    await assert.rejects(attachMentioned('@a.ts', sources, AbortSignal.abort()));
  });
});

describe('a prompt with attachments', () => {
  it('has them before the message, with their labels and names', async () => {
    const label = { ...ofWorkspace, confidentiality: 'secret', read: '.env' } as const;
    const mention = { start: 0, end: 1, target: { kind: 'held', name: 'image-1' } } as const;
    const image = await sources.held('image-1');
    assert.ok(image);
    const all = [image, { ...file('.env'), label }].map(attachment => ({ mention, attachment }));
    const prompt = withAttachments({ content: [text('What is @image-1?')] }, all);
    const [first, second, message] = promptCanisters(prompt, createFakeHost());
    assert.deepEqual(first?.content, [text('image-1:'), image.content]);
    assert.deepEqual(second?.label, label);
    assert.deepEqual(message?.content, [text('What is @image-1?')]);
  });

  it('is not made without one of them', () => {
    const mention = { start: 0, end: 9, target: { kind: 'problems' } } as const;
    const failed = { mention, title: 'problems', problem: 'None.' };
    const attach = () => withAttachments({ content: [text('Hi')] }, [failed]);
    assert.throws(attach, /problems couldn’t be attached, so nothing was sent: None\. Remove it/);
  });
});

describe('a file as an attachment', () => {
  it('is what its bytes say, whatever it is called', () => {
    assert.equal(fileAttachment(png(), { title: 'a.txt', name: 'a.txt' }).content.type, 'image');
    const document = fileAttachment(pdf, { title: 'a', name: 'pdf-1' }).content;
    assert.ok(document.type === 'resource' && document.mimeType === 'application/pdf');
    const plain = fileAttachment(new TextEncoder().encode('Hi'), { title: 'a.png', name: 'a.png' });
    assert.ok(plain.content.type === 'resource' && plain.content.text === 'Hi');
    const odd = () => fileAttachment(Uint8Array.of(0, 1, 2, 3, 0xff), { title: 'a.bin', name: 'a.bin' });
    assert.throws(odd, /a\.bin/);
  });

  it('is refused where models would refuse it', () => {
    const large = png(mostAttached.imageBytes + 1);
    const attach = () => bytesAttachment(large, { title: 'a', name: 'a' });
    assert.throws(attach, /An image can have at most 5 MB.*Scale it down/);
  });

  it('is cut where it is long, and says so', () => {
    const long = new TextEncoder().encode('x'.repeat(mostAttached.characters + 5));
    const { content, note } = fileAttachment(long, { title: 'a', name: 'a' });
    assert.match(note ?? '', /cut after 400,000 characters/);
    assert.ok(content.type === 'resource' && content.text?.endsWith('was left out.]'));
  });

  it('has about the tokens that requests are estimated at', () => {
    assert.ok(attachmentTokens(file('a.ts')) > 3);
    assert.ok(attachmentTokens(bytesAttachment(png(), { title: 'a', name: 'image-1' }) ?? file('')) >= 1500);
  });
});

describe('what a model does not see', () => {
  const mention = { start: 0, end: 0, target: { kind: 'held', name: 'x' } } as const;
  const image = bytesAttachment(png(), { title: 'a', name: 'a' }) ?? file('');
  const paper = bytesAttachment(pdf, { title: 'a', name: 'a' }) ?? file('');
  const both = [image, paper].map(attachment => ({ mention, attachment }));
  const model = (capabilities: object) => ({
    label: 'Qwen',
    capabilities: { tools: 'native' as const, images: false, ...capabilities },
  });

  it('is said', () => {
    assert.match(unseenText(both, model({})) ?? '', /^Qwen doesn’t read images: it gets only the name/);
    assert.equal(unseenText(both, model({ images: true })), undefined);
    assert.equal(unseenText([], model({})), undefined);
  });
});
