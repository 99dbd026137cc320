import type * as vscode from 'vscode';
import { visibleLine } from '../../converser/ground/wording/visible-text.ts';
import { fullName } from '../../converser/words/ensemble/invoker.ts';
import type { Approver } from '../../converser/words/permission/approver.ts';
import { escapeMarkdown } from '../common/markdown.ts';
import type { PermissionQuestions } from '../questions/open-questions.ts';
import {
  answeredText,
  linksForAll,
  questionPieces,
  type ShownQuestion,
  severalTitle,
} from './chat-question.ts';

/** The answers are links, because VS Code can't take buttons away once you have answered. */
export function askInChat(questions: PermissionQuestions, stream: vscode.ChatResponseStream): Approver {
  const waiting = new Map<string, WaitingQuestion>();
  let coming: { readonly ids: string[]; readonly shown: Promise<void> } | undefined;

  /** Questions that come at the same time are shown together. */
  function show(id: string): Promise<void> {
    if (coming === undefined) {
      const ids: string[] = [];
      coming = { ids, shown: showSoon(ids) };
    }
    coming.ids.push(id);
    return coming.shown;
  }

  async function showSoon(ids: readonly string[]): Promise<void> {
    await Promise.resolve();
    coming = undefined;
    const open = openNow();
    const fresh = open.filter(({ id }) => ids.includes(id));
    const [first] = fresh;
    if (first === undefined) return;
    const isSeveral = fresh.length > 1;
    if (isSeveral) stream.markdown(severalTitle(fresh.length));
    for (const [at, question] of fresh.entries()) {
      const shown = { ...question, isShown: true, ...(isSeveral && { number: at + 1 }) };
      waiting.set(question.id, shown);
      for (const piece of questionPieces(shown)) stream.markdown(piece);
    }
    if (open.length > 1) stream.markdown(linksForAll(open));
    // Code would be unreadable in the shimmer of VS Code's progress.
    const name = visibleLine(fullName(first.question.invoker));
    const what = isSeveral ? `${fresh.length} calls` : escapeMarkdown(name);
    stream.progress(`Waiting for your permission to run ${what}`);
  }

  /** One answer may have settled others before they were shown. */
  function openNow(): readonly WaitingQuestion[] {
    const ids = new Set(questions.all.map(({ id }) => id));
    return [...waiting.values()].filter(({ id }) => ids.has(id));
  }

  return {
    async ask(question, signal) {
      const { id, answer } = questions.open(question, signal);
      waiting.set(id, { id, question });
      try {
        await show(id);
        const given = await answer;
        const { number, isShown = false } = waiting.get(id) ?? {};
        if (isShown && !signal.aborted) stream.markdown(answeredText(given, number));
        return given;
      } finally {
        waiting.delete(id);
      }
    },
  };
}

interface WaitingQuestion extends ShownQuestion {
  readonly isShown?: boolean;
}
