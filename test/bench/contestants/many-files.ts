import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { packagedRipgrep } from '../../../src/ensembles/workspace/disk/node-workspace.ts';
import { createNodeWorkspace } from '../../../src/ensembles/workspace/disk/node-workspace.ts';
import { createSnapshots, ordinarySnapshots } from '../../../src/ensembles/workspace/journal/watch/snapshots.ts';
import { withholding } from '../../../src/ensembles/workspace/places/withhold.ts';
import { createToolContext } from '../../../src/ensembles/workspace/places/tool-context.ts';
import { noAddedPlaces } from '../../../src/ensembles/workspace/protection/added-places.ts';
import type { CreateContestant, Contestant } from './main.ts';

/** Files of a repository: 1,000 folders of 50. Only a few hold the text that is searched for. */
const [folders, each] = [1_000, 50];
const [glob, text] = ['packages/p7/**/*.md', 'needle'];
