import type { Sample } from '#test/route-table/table.ts'
import { ask } from './ask.ts'
import { type Described, groupOf, pathOf } from './description.ts'
import type { Recordings } from './recording.ts'
import { wrongRequests } from './refusals.ts'

/** Somebody new to whom a sample of a route belongs, and all who may ask for it. */
export interface Scene {
  readonly sample: Sample
  /** In the order of asking; undefined is nobody. */
  readonly keys: Readonly<Record<string, string | undefined>>
}

export interface Rounds {
  readonly baseUrl: string
  readonly recordings: Recordings
  /** Of whom the requests are that something is wrong with: the first of these who is let in. */
  readonly askers: readonly string[]
  makeScene(route: string): Promise<Scene>
}

/** Asks a route as each caller, then asks it wrongly. What a refusal left as it was is asked for again. */
export async function recordRoute(rounds: Rounds, described: Described): Promise<void> {
  const { route, method, template, version } = described
  const asking = version === undefined ? {} : { 'Service-Version': version }
  const note = (about: string, caller: string, record: string): void =>
    rounds.recordings.note(groupOf(template), { subject: route, about, caller, record })
  const scenes = sceneKeeper(() => rounds.makeScene(route))
  const statuses = new Map<string, number>()
  for (const caller of Object.keys((await scenes.now()).keys)) {
    const { sample, keys } = await scenes.now()
    const path = pathOf(template, sample.params) + (sample.query ?? '')
    const good = { method, path, body: sample.body, key: keys[caller], headers: asking }
    const asked = await ask(rounds.baseUrl, good)
    scenes.used(method, asked.status)
    statuses.set(caller, asked.status)
    note('good', caller, asked.record)
  }
  const caller = rounds.askers.find((each) => (statuses.get(each) ?? 500) < 400) ?? 'secret'
  for (let at = 0; ; at += 1) {
    const { sample, keys } = await scenes.now()
    const wrong = wrongRequests(described, sample)[at]
    if (wrong === undefined) return
    const headers = { ...asking, ...wrong.headers }
    const asked = await ask(rounds.baseUrl, { ...wrong, key: keys[caller], headers })
    scenes.used(wrong.method, asked.status)
    note(wrong.about, caller, asked.record)
  }
}

/** Makes a scene when there is none that nothing has happened to. */
function sceneKeeper(make: () => Promise<Scene>) {
  let scene: Scene | undefined
  return {
    now: async (): Promise<Scene> => (scene ??= await make()),
    used(method: string, status: number): void {
      const isRead = method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
      if (!isRead && status < 400) scene = undefined
    },
  }
}
