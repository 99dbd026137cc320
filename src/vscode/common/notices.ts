import * as vscode from 'vscode';
import { withoutLinks } from './markdown.ts';

/** Invariant: the message has no links, because messages often quote servers and models. */
export function inform(message: string, ...buttons: readonly string[]): Thenable<string | undefined> {
  return vscode.window.showInformationMessage(withoutLinks(message), ...buttons);
}

export function warn(message: string, ...buttons: readonly string[]): Thenable<string | undefined> {
  return vscode.window.showWarningMessage(withoutLinks(message), ...buttons);
}

export function complain(message: string, ...buttons: readonly string[]): Thenable<string | undefined> {
  return vscode.window.showErrorMessage(withoutLinks(message), ...buttons);
}
