import type { FrameLocator } from 'playwright-core';
import type { FakeOpenAiServer } from '../../fakes/openai-server.ts';
import type { Workbench } from '../../workbench/open-workbench.ts';

/** A window whose user has a provider, and the server of that. */
export interface WindowAndServer {
  readonly workbench: Workbench;
  readonly server: FakeOpenAiServer;
}

/** Chooses the only model of a provider in the sidebar. */
export async function chooseModel(
  view: FrameLocator,
  { provider, model }: { readonly provider: string; readonly model: string },
): Promise<void> {
  await view.getByRole('button', { name: /^Model: / }).click();
  await view.getByRole('group', { name: provider }).getByRole('option').click();
  await view.getByRole('button', { name: `Model: ${model}`, exact: true }).waitFor();
}

/** The model that the tests of this window begin with. */
export const paidModel = { provider: 'Paid', model: 'test-model' };

export const workingModel = { provider: 'worker', model: 'worker' };
