import * as vscode from 'vscode';
import { type Content, text } from '../../converser/canister/content.ts';
import { reasonOf } from '../../converser/errors.ts';
import type { ReadLabel } from '../../converser/labels/label.ts';
import type { Prompt } from '../../converser/turn/converse-options.ts';
import { type AttachedFile, type LabelOfAttached, shownUri } from '../attachments/attached-file.ts';
import { escapeMarkdown, inlineCode } from '../window/markdown.ts';

export interface ReferenceOptions {
  /** Shows, in Markdown, what could not be attached. */
  readonly complain: (message: string) => void;
  /** The label that reading a file gives. `undefined`: the usual one. Never rejects. */
  readonly labelOf: LabelOfAttached;
  readonly signal: AbortSignal;
}

/** What the user attached to a chat message: files, selections, images, text. Files have the labels that reading them gives. */
export async function referencedDocuments(
  references: readonly vscode.ChatPromptReference[],
  { complain, labelOf, signal }: ReferenceOptions,
): Promise<Required<Pick<Prompt, 'documents' | 'labels'>>> {
  const documents: Content[] = [];
  const labelled = new Map<Content, ReadLabel>();
  for (const reference of references) {
    if (signal.aborted) break;
    try {
      for (const { content, file } of await documentOf(reference)) {
        const label = file && (await labelOf(file));
        documents.push(content);
        if (label !== undefined) labelled.set(content, label);
      }
    } catch (cause) {
      complain(`Couldn't attach ${inlineCode(reference.id)}: ${escapeMarkdown(reasonOf(cause))}\n\n`);
    }
  }
  return { documents, labels: labelled };
}

interface Attached {
  readonly content: Content;
  readonly file?: AttachedFile;
}

async function documentOf({
  value,
  modelDescription,
}: vscode.ChatPromptReference): Promise<readonly Attached[]> {
  if (typeof value === 'string')
    return [{ content: text(modelDescription === undefined ? value : `${modelDescription}\n${value}`) }];
  if (value instanceof vscode.Uri) return [await fileContent(value)];
  if (value instanceof vscode.Location) return [await selectionContent(value)];
  if (isBinary(value)) return [{ content: await binaryContent(value) }];
  // References to tools and participants have no value.
  if (value === undefined || value === null) return [];
  throw new Error("Converser can't read this kind of attachment. Attach the file instead.");
}

/** What VS Code passes for a pasted image. Its class is not part of the stable API. */
interface BinaryData {
  readonly mimeType: string;
  data(): Thenable<Uint8Array>;
}

function isBinary(value: unknown): value is BinaryData {
  if (typeof value !== 'object' || value === null) return false;
  const { mimeType, data } = value as Partial<BinaryData>;
  return typeof mimeType === 'string' && typeof data === 'function';
}

async function binaryContent(value: BinaryData): Promise<Content> {
  if (!/^image\//.test(value.mimeType))
    throw new Error(`${value.mimeType} is not an image. Attach the file instead.`);
  return { type: 'image', mimeType: value.mimeType, bytes: await value.data() };
}

const imageType = /\.(png|jpe?g|gif|webp)$/i;

async function fileContent(uri: vscode.Uri): Promise<Attached> {
  const extension = imageType.exec(uri.path)?.[1]?.toLowerCase();
  if (extension !== undefined) {
    const mimeType = `image/${extension === 'jpg' ? 'jpeg' : extension}`;
    const bytes = await vscode.workspace.fs.readFile(uri);
    return { content: { type: 'image', mimeType, bytes }, file: { uri, text: '' } };
  }
  const stat = await vscode.workspace.fs.stat(uri);
  if ((stat.type & vscode.FileType.Directory) !== 0) return { content: await folderContent(uri) };
  const document = await vscode.workspace.openTextDocument(uri);
  const text = document.getText();
  return { content: resource(shownUri(uri), text), file: { uri, text } };
}

async function folderContent(uri: vscode.Uri): Promise<Content> {
  const entries = await vscode.workspace.fs.readDirectory(uri);
  const names = entries
    .map(([name, type]) => ((type & vscode.FileType.Directory) !== 0 ? `${name}/` : name))
    .sort();
  return resource(shownUri(uri), names.join('\n'));
}

async function selectionContent({ uri, range }: vscode.Location): Promise<Attached> {
  const document = await vscode.workspace.openTextDocument(uri);
  const lines = `#L${range.start.line + 1}-L${range.end.line + 1}`;
  return {
    content: resource(`${shownUri(uri)}${lines}`, document.getText(range)),
    file: { uri, text: document.getText() },
  };
}

function resource(uri: string, content: string): Content {
  return { type: 'resource', uri, mimeType: 'text/plain', text: content };
}
