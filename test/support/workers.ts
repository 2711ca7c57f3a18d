import { availableParallelism, totalmem } from 'node:os';

const gibibyte = 1024 ** 3;

/** What a worker needs: its modules and services, the programs of its tests, and its part of the test PostgreSQL. */
const bytesPerWorker = 3 * gibibyte;

/** What the files of a run need. */
export const bytesOfFiles = 4 * gibibyte;

const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity);

/** Test files that run at the same time: one for each core that this process may use, as far as the memory suffices, and at least two. */
export const workers = Math.max(2, Math.min(availableParallelism(), Math.floor((memory - bytesOfFiles) / bytesPerWorker)));

/** Whether the files fit into memory, too. */
export const hasMemoryForFiles = memory >= workers * bytesPerWorker + bytesOfFiles;
