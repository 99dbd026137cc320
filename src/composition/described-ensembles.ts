import type { Disposable } from '../converser/ground/async/listeners.ts';
import type { Ensemble } from '../converser/words/ensemble/ensemble.ts';
import type { Converser } from '../house/create-converser.ts';
import { createDescriptorProblems } from '../vscode/tools-view/descriptor-problems.ts';
import type { McpInVscode } from './compose-mcp.ts';

export interface DescribedEnsembles extends Disposable {
  fileOf(ensemble: Pick<Ensemble, 'name'>): string | undefined;
  originOf(ensemble: Ensemble): string | undefined;
}

export async function describedEnsembles(
  { ensembles, modes }: Pick<Converser, 'ensembles' | 'modes'>,
  mcp: Pick<McpInVscode, 'originOf'>,
): Promise<DescribedEnsembles> {
  const [inEnsembles, inModes, read] = [
    createDescriptorProblems(),
    createDescriptorProblems(),
    await modes(),
  ];
  const showModes = () => inModes.show(read.diagnostics);
  inEnsembles.show(ensembles.diagnostics);
  showModes();
  const subscriptions = [
    inEnsembles,
    inModes,
    ensembles.onDidDiagnose(inEnsembles.show),
    read.onDidChange(showModes),
  ];
  const fileOf = ({ name }: Pick<Ensemble, 'name'>) =>
    ensembles.prepared.findLast(descriptor => descriptor.name === name && descriptor.ensemble)?.file;
  return {
    fileOf,
    originOf: ensemble => mcp.originOf(ensemble) ?? fileText(fileOf(ensemble)),
    dispose() {
      for (const subscription of subscriptions) subscription.dispose();
    },
  };
}

function fileText(file: string | undefined): string | undefined {
  return file === undefined ? undefined : `Defined in ${file}.`;
}
