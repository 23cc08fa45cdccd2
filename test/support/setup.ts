import fc from 'fast-check';
import { SEED } from '../fuzz/runs.ts';
import { cleanUpAfterFile } from './after-file.ts';
import './whole-program.ts';

fc.configureGlobal({ seed: SEED });
cleanUpAfterFile();
