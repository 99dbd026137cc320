import { fileReference, linkTarget } from '../link-target.ts';
import { makeReachable } from '../make-reachable.ts';
import { languageOf } from './code-colors.ts';

export type CodeAction = 'copy' | 'insert' | 'apply' | 'show';

export function addHead(pre: HTMLPreElement, code: Element): void {
  const language = languageOf(code);
  const file = fileNamedBy(code);
  const block = element('div', 'code-block');
  const head = element('div', 'code-head');
  const about = language === '' ? '' : ` (${language})`;
  head.append(
    file === undefined ? named(language || 'text') : linked(file),
    // A diagram is looked at; no file is made of it.
    language === 'mermaid'
      ? button('show', { icon: 'type-hierarchy-sub', label: 'Show diagram as a picture' })
      : button('apply', {
          icon: 'git-pull-request-go-to-changes',
          label: `Apply code${about}…`,
          title: applyTitle,
        }),
    button('insert', { icon: 'insert', label: `Insert code${about} at cursor`, title: 'Insert at cursor' }),
    button('copy', { icon: 'copy', label: `Copy code${about}`, title: 'Copy code' }),
  );
  pre.replaceWith(block);
  makeReachable(pre, language === '' ? 'Code' : `Code, ${language}`);
  block.append(head, pre);
}

const applyTitle = 'Apply to the file… (shows the changes first)';

export function codeAction(button: HTMLElement): CodeAction | undefined {
  return actions.find(action => button.classList.contains(`${action}-code`));
}

const actions: readonly CodeAction[] = ['copy', 'insert', 'apply', 'show'];

export function codeOf(button: Element): { readonly code: string; readonly language: string } {
  const shown = button.closest('.code-block')?.querySelector('pre > code');
  const code = (shown?.textContent ?? '').replace(/\n$/, '');
  return { code, language: shown ? languageOf(shown) : '' };
}

export function fileOf(button: Element): string | undefined {
  const shown = button.closest('.code-block')?.querySelector('pre > code');
  if (!shown) return undefined;
  return fileNamedBy(shown) ?? fileInFirstLine(shown.textContent ?? '') ?? fileNamedBefore(button);
}

/** The fence leaves it in a class, where it cannot do any harm. */
function fileNamedBy(code: Element): string | undefined {
  const encoded = /(?:^|\s)file-(\S+)/.exec(code.className)?.[1];
  return encoded === undefined ? undefined : asPath(decodeURIComponent(encoded));
}

/** `// src/main.ts` or `# src/main.py`. */
function fileInFirstLine(code: string): string | undefined {
  const line = code.slice(0, 300).split('\n', 1)[0] ?? '';
  const named = /^\s*(?:\/\/|#|--|;|%|\/\*|<!--)\s*(?:file(?:name)?:\s*)?(\S+?)\s*(?:\*\/|-->)?\s*$/i.exec(
    line,
  )?.[1];
  return named?.includes('/') ? asPath(named) : undefined;
}

function fileNamedBefore(button: Element): string | undefined {
  const block = button.closest('.markdown > div');
  const before = button.closest('.code-block')?.previousElementSibling ?? block?.previousElementSibling;
  if (before?.querySelector('.code-block')) return undefined;
  const names = [...(before?.querySelectorAll('a > code') ?? [])].map(({ textContent }) => textContent ?? '');
  return names.flatMap(name => asPath(name) ?? []).at(-1);
}

function asPath(name: string): string | undefined {
  const target = fileReference(name);
  return target?.replace(/#.*$/, '');
}

function named(language: string): HTMLElement {
  const label = element('span', 'code-language');
  label.textContent = language;
  return label;
}

function linked(file: string): HTMLElement {
  const link = document.createElement('a');
  link.className = 'code-file';
  link.href = linkTarget(file) ?? '';
  link.title = `Open ${file}`;
  const start = file.lastIndexOf('/') + 1;
  const [folder, name] = [element('span', 'code-folder'), element('span', 'code-name')];
  folder.textContent = file.slice(0, start);
  name.textContent = file.slice(start);
  link.append(folder, name);
  return link;
}

function button(
  action: CodeAction,
  { icon, label, title = label }: { readonly icon: string; readonly label: string; readonly title?: string },
): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.className = `icon-button ${action}-code`;
  made.title = title;
  made.setAttribute('aria-label', label);
  const shown = element('span', `codicon codicon-${icon}`);
  shown.setAttribute('aria-hidden', 'true');
  made.append(shown);
  return made;
}

function element(tag: 'div' | 'span', className: string): HTMLElement {
  const made = document.createElement(tag);
  made.className = className;
  return made;
}
