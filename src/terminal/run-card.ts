import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { reasonOf } from '../converser/errors.ts';
import type { Host } from '../converser/host.ts';
import { modelReference } from '../converser/models/model-reference.ts';
import type { CapabilityCard } from '../providers/check/capability-card.ts';
import { asOwnCard, largestCard, readSharedCard, sharedCardText } from '../providers/check/shared-card.ts';
import type { CardOptions } from './command-line/command-line.ts';
import { connectProvider } from './models/connect-provider.ts';
import { continued, inOneLine } from './render/printable.ts';
import { renderCard } from './render/render-card.ts';
import { openCards } from './state/card-file.ts';

/** Gives the card of a model to others, or takes one of theirs. Resolves to the exit code. */
export async function runCard(
  { server, id, json, action, file }: CardOptions,
  host: Host,
  signal: AbortSignal,
): Promise<number> {
  const cards = await openCards(host.log);
  const { model, checked } = await connectProvider(server, { ...host, cards }).subject(id, signal);
  const reference = modelReference(model);
  if (action === 'export') {
    const card = cards.read(checked);
    if (card !== undefined) return exportCard(card, file);
    return complain(`${reference} has no check that is still valid. Check it with --check --export-card.`);
  }
  const foreign = await foreignCard(file, signal);
  if (typeof foreign === 'string') return complain(foreign);
  const card = asOwnCard(foreign, { model: reference, label: model.label, now: host.clock.now() });
  await cards.write(checked, card);
  process.stderr.write(`From now on, ${inOneLine(reference)} is used as this check says.\n`);
  if (foreign.model !== reference)
    process.stderr.write(`It was made for ${inOneLine(foreign.model.slice(0, 100))}.\n`);
  process.stdout.write(json ? `${JSON.stringify(card)}\n` : renderCard(card));
  return 0;
}

/** Writes a card to the file. Resolves to the exit code. */
export async function exportCard(card: CapabilityCard, file: string): Promise<number> {
  try {
    await writeFile(file, sharedCardText(card));
    return 0;
  } catch (cause) {
    return complain(`The check couldn't be written: ${reasonOf(cause)}`);
  }
}

/** The card, or what is wrong with the file, of which no more is read than a card can have. */
async function foreignCard(file: string, signal: AbortSignal): Promise<CapabilityCard | string> {
  try {
    const card = readSharedCard(await text(createReadStream(file, { end: largestCard, signal })));
    return card ?? `${file} holds no model check. Make one with --check --export-card FILE.`;
  } catch (cause) {
    return `The check couldn't be read: ${reasonOf(cause)}`;
  }
}

function complain(message: string): number {
  process.stderr.write(`converse: ${continued(message)}\n`);
  return 1;
}
