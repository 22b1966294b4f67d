/** The bundle: every workflow that a worker runs. */
export { collection } from './collection.ts'
export { delivery } from './delivery.ts'
export { lateAnswer } from './late-answer.ts'
