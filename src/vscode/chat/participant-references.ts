import * as vscode from 'vscode';
import { type Content, text } from '../../converser/canister/content.ts';
import { reasonOf } from '../../converser/errors.ts';
import { escapeMarkdown, inlineCode } from '../window/markdown.ts';

export interface ReferenceOptions {
  /** Shows, in Markdown, what could not be attached. */
  readonly complain: (message: string) => void;
  readonly signal: AbortSignal;
}

/** What the user attached to a chat message: files, selections, images, text. */
export async function referencedDocuments(
  references: readonly vscode.ChatPromptReference[],
  { complain, signal }: ReferenceOptions,
): Promise<readonly Content[]> {
  const documents: Content[] = [];
  for (const reference of references) {
    if (signal.aborted) break;
    try {
      documents.push(...(await documentOf(reference)));
    } catch (cause) {
      complain(`Couldn't attach ${inlineCode(reference.id)}: ${escapeMarkdown(reasonOf(cause))}\n\n`);
    }
  }
  return documents;
}

async function documentOf({
  value,
  modelDescription,
}: vscode.ChatPromptReference): Promise<readonly Content[]> {
  if (typeof value === 'string')
    return [text(modelDescription === undefined ? value : `${modelDescription}\n${value}`)];
  if (value instanceof vscode.Uri) return [await fileContent(value)];
  if (value instanceof vscode.Location) return [await selectionContent(value)];
  if (isBinary(value)) return [await binaryContent(value)];
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

async function fileContent(uri: vscode.Uri): Promise<Content> {
  const extension = imageType.exec(uri.path)?.[1]?.toLowerCase();
  if (extension !== undefined) {
    const mimeType = `image/${extension === 'jpg' ? 'jpeg' : extension}`;
    return { type: 'image', mimeType, bytes: await vscode.workspace.fs.readFile(uri) };
  }
  const stat = await vscode.workspace.fs.stat(uri);
  if ((stat.type & vscode.FileType.Directory) !== 0) return folderContent(uri);
  const document = await vscode.workspace.openTextDocument(uri);
  return resource(shownUri(uri), document.getText());
}

async function folderContent(uri: vscode.Uri): Promise<Content> {
  const entries = await vscode.workspace.fs.readDirectory(uri);
  const names = entries
    .map(([name, type]) => ((type & vscode.FileType.Directory) !== 0 ? `${name}/` : name))
    .sort();
  return resource(shownUri(uri), names.join('\n'));
}

async function selectionContent({ uri, range }: vscode.Location): Promise<Content> {
  const document = await vscode.workspace.openTextDocument(uri);
  const lines = `#L${range.start.line + 1}-L${range.end.line + 1}`;
  return resource(`${shownUri(uri)}${lines}`, document.getText(range));
}

function resource(uri: string, content: string): Content {
  return { type: 'resource', uri, mimeType: 'text/plain', text: content };
}

/** Workspace files by the path under which the tools know them. */
function shownUri(uri: vscode.Uri): string {
  return vscode.workspace.getWorkspaceFolder(uri) === undefined
    ? uri.toString()
    : vscode.workspace.asRelativePath(uri);
}
