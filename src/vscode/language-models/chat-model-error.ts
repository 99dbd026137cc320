import * as vscode from 'vscode';
import { ConverserError, type ErrorData } from '../../converser/ground/errors.ts';

/** Clients of the LM API recognize this class of error. They read only the message of others. */
export function chatModelError(error: ErrorData): Error {
  switch (error.code) {
    case 'model-unauthorized':
      return vscode.LanguageModelError.NoPermissions(error.message);
    case 'model-quota':
      return vscode.LanguageModelError.Blocked(error.message);
    case 'model-not-found':
      return vscode.LanguageModelError.NotFound(error.message);
    case 'cancelled':
      return new vscode.CancellationError();
    default:
      return new ConverserError(error);
  }
}
