import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** Who was answered what. */
export interface Noted {
  /** `GET /v2/x/{id}`, or the part of a story. */
  readonly subject: string
  readonly about: string
  readonly caller: string
  readonly record: string
}

/** Answers of many groups, each group in a file of its own. */
export interface Recordings {
  /** Notes an answer; a case is asked once by each caller. */
  note(group: string, noted: Noted): void
  /** Fails when answers differ from those recorded; `RECORD=1` writes them. */
  hold(): Promise<void>
}

const between = ' | '
const opening = '=== '
const shownMax = 10

type Answers = Map<string, string>

/** What is answered in this run, beside what is recorded in this folder. */
export function createRecordings(name: string): Recordings {
  const groups = new Map<string, Answers>()
  const folder = fileURLToPath(new URL(`recordings/${name}/`, import.meta.url))
  return {
    note(group, { subject, about, caller, record }) {
      const answers = groups.get(group) ?? new Map<string, string>()
      groups.set(group, answers)
      const title = [subject, about, caller].join(between)
      if (answers.has(title)) throw new Error(`asked twice: ${title}`)
      answers.set(title, record)
    },
    async hold() {
      await mkdir(folder, { recursive: true })
      if (process.env['RECORD'] !== undefined) await writeAll(folder, groups)
      const faults: string[] = []
      const files = await readdir(folder)
      for (const group of new Set([...files.map(groupOf), ...groups.keys()])) {
        const isThere = files.includes(`${group}.txt`)
        const recorded = isThere ? read(await readFile(`${folder}${group}.txt`, 'utf8')) : new Map()
        const found = differences(recorded, groups.get(group) ?? new Map())
        if (found.length > 0) faults.push(`${name}/${group}.txt: ${found.length} answers differ`)
        faults.push(...found.slice(0, shownMax))
      }
      if (faults.length > 0) throw new Error(faults.join('\n'))
    },
  }
}

function groupOf(file: string): string {
  return file.replace(/\.txt$/, '')
}

async function writeAll(folder: string, groups: ReadonlyMap<string, Answers>): Promise<void> {
  for (const [group, answers] of groups) await writeFile(`${folder}${group}.txt`, written(answers))
}

/** Callers who were answered alike stand together. */
function written(answers: Answers): string {
  const sections: { about: string; callers: string[]; record: string }[] = []
  for (const [title, record] of answers) {
    const [subject, name, caller = ''] = title.split(between)
    const about = `${subject}${between}${name}`
    const same = sections.find((other) => other.about === about && other.record === record)
    if (same) same.callers.push(caller)
    else sections.push({ about, callers: [caller], record })
  }
  const titles = sections.map(
    ({ about, callers, record }) =>
      `${opening}${about}${between}${callers.join(', ')}\n${record.trimEnd()}\n`,
  )
  return titles.join('\n')
}

function read(text: string): Answers {
  const answers: Answers = new Map()
  for (const section of text.slice(opening.length).split(`\n${opening}`)) {
    const [title = '', ...lines] = section.split('\n')
    const [subject, about, callers = ''] = title.split(between)
    const record = lines.join('\n').trimEnd()
    for (const caller of callers.split(', ')) {
      answers.set([subject, about, caller].join(between), record)
    }
  }
  return answers
}

function differences(recorded: Answers, answered: Answers): string[] {
  const faults: string[] = []
  for (const [title, record] of answered) {
    const before = recorded.get(title)
    const now = record.trimEnd()
    if (before === undefined) faults.push(`${title}: not recorded`)
    else if (before !== now) faults.push(`${title}\n${firstDifference(before, now)}`)
  }
  for (const title of recorded.keys()) if (!answered.has(title)) faults.push(`${title}: not asked`)
  return faults
}

/** The first line that differs, with the one before it. */
function firstDifference(before: string, now: string): string {
  const [recorded, answered] = [before.split('\n'), now.split('\n')]
  const at = recorded.findIndex((line, index) => line !== answered[index])
  const place = at === -1 ? recorded.length : at
  return [
    `  line ${place + 1}, after: ${recorded[place - 1] ?? ''}`,
    `  recorded: ${recorded[place] ?? '(nothing)'}`,
    `  answered: ${answered[place] ?? '(nothing)'}`,
  ].join('\n')
}
