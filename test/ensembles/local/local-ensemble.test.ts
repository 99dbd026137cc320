import { ensembleContract } from '../../contracts/ensemble-contract.ts';
import { folder, prepare } from '../descriptors/prepare.ts';
import { createTempFolder } from '../temp-folder.ts';

const head = '[ensemble]\nname = "mine"\nkind = "local"\n[[invokers]]\nimplementation = "greet"\n';

describe('an ensemble from a descriptor', () => {
  const undo: (() => Promise<void>)[] = [];
  const dispose = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };

  async function create(descriptor: string, module = '') {
    const temp = await createTempFolder();
    undo.push(temp.dispose);
    await temp.write('mine.toml', descriptor);
    await temp.write('mine.mjs', module);
    const { roster, ensembles } = await prepare({ folders: [folder(temp.path)] });
    undo.push(() => ensembles.dispose());
    const [ensemble] = roster.ensembles;
    if (ensemble === undefined) throw new Error(JSON.stringify([...ensembles.diagnostics]));
    return ensemble;
  }

  const own = `${head}[[invokers]]\nname = "own"\ndescription = "Own."\nimplementation = "./mine.mjs#own"\n`;
  const createFailing = () => create(own, 'throw new Error("not today");');

  ensembleContract('of shipped tools', { create: () => create(head), createFailing, dispose });
  ensembleContract('of a module', {
    create: () => create(own, 'export const own = () => "here";'),
    createFailing,
    dispose,
  });
});
