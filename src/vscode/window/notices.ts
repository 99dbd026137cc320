import * as vscode from 'vscode';
import { withoutLinks } from './markdown.ts';

/**
 * What is told at the edge of the screen, with the title of the button that was pressed.
 *
 * Invariant: nothing in it is a link. What is told often quotes somebody, such as a server that did not start.
 */
export function inform(message: string, ...buttons: readonly string[]): Thenable<string | undefined> {
  return vscode.window.showInformationMessage(withoutLinks(message), ...buttons);
}

/** The same, about what may go wrong. */
export function warn(message: string, ...buttons: readonly string[]): Thenable<string | undefined> {
  return vscode.window.showWarningMessage(withoutLinks(message), ...buttons);
}

/** The same, about what went wrong. */
export function complain(message: string, ...buttons: readonly string[]): Thenable<string | undefined> {
  return vscode.window.showErrorMessage(withoutLinks(message), ...buttons);
}
