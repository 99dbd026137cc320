import type { Disposable } from '../../converser/ground/async/listeners.ts';
import type { Log } from '../../converser/ground/ports.ts';
import type { FromPage } from '../../sidebar/protocol.ts';
import type { CodeUse } from '../code/code-use.ts';
import { showFailure } from '../common/show-failure.ts';
import type { SidebarPage } from './sidebar-page.ts';

export type CodeMessage = Extract<FromPage, { readonly type: 'insert-code' | 'show-diagram' | 'apply-code' }>;

export function useCodeOfAnswers(
  page: Pick<SidebarPage, 'onMessage'>,
  { code, log }: { readonly code: CodeUse; readonly log: Log },
): Disposable {
  const use = async (message: FromPage) => {
    switch (message.type) {
      case 'insert-code':
        return await code.insert(message.code, message.language);
      case 'show-diagram':
        return code.showDiagram(message.code);
      case 'apply-code':
        return await code.apply(message);
    }
  };
  return page.onMessage(message => void use(message).catch(cause => showFailure(cause, log)));
}
