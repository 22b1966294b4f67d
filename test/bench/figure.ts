import type { Lab } from './lab.ts'

/** One line of the table. A ratio is ours divided by the baseline of the same run. */
export interface Row {
  /** As `npm run bench -- NAME` and docs/performance.md call it; a figure of several parts names them behind a slash. */
  readonly name: string
  readonly figure: number
  readonly unit: string
  readonly baseline?: number
  readonly goal: Goal
  /** What the figure is made of, for who reads the table. */
  readonly parts?: string
}

/** What is to be reached: by the ratio where there is a baseline, by the figure itself elsewhere. */
export interface Goal {
  readonly atMost?: number
  readonly atLeast?: number
}

/** Something that is measured, by one or more rows. */
export interface Figure {
  readonly name: string
  /** The other name, where it measures two things at once. */
  readonly also?: string
  /** One sentence for `npm run bench -- --list`. */
  readonly about: string
  /** Megabytes that it writes, where they are many. */
  readonly diskMb?: number
  measure(lab: Lab): Promise<readonly Row[]>
}

export interface Judged extends Row {
  readonly ratio: number | undefined
  readonly met: boolean
}

/** The row with its ratio, and whether its goal is met. */
export function judge(row: Row): Judged {
  const ratio = row.baseline === undefined ? undefined : row.figure / row.baseline
  const value = ratio ?? row.figure
  const { atMost = Infinity, atLeast = -Infinity } = row.goal
  return { ...row, ratio, met: value <= atMost && value >= atLeast }
}
