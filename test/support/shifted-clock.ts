import { mock } from 'node:test'

/** Runs the work on a machine whose clock is wrong by this; that of the books is right. */
export async function onShiftedClock<Result>(
  offMs: number,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  mock.timers.enable({ apis: ['Date'], now: Date.now() + offMs })
  try {
    return await work()
  } finally {
    mock.timers.reset()
  }
}
