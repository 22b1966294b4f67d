import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { readCompose, root, textOf } from './read.ts'

/** A process as a file of deploy/ starts it: its command, and the environment that it is given there. */
export interface Written {
  readonly command: readonly string[]
  readonly environment: Readonly<Record<string, string>>
}

/** What stands beside the files on a machine: made secrets, and the operators' accounts. */
export interface Machine {
  /** The folder of the secrets. */
  readonly secrets: string
  /** As in `operators.env`. */
  readonly operators: Readonly<Record<string, string>>
}

/** Secrets as deploy/secrets.sh makes them; `reached` says where PostgreSQL is from here. */
export function madeSecrets(reached: URL): string {
  const folder = temporaryFolder('secrets')
  cpSync(join(root, 'deploy/secrets.sh'), join(folder, 'secrets.sh'))
  execFileSync(join(folder, 'secrets.sh'), { stdio: 'ignore' })
  for (const name of ['database_url', 'database_url_migrate', 'database_url_read']) {
    const path = join(folder, 'secrets', name)
    const url = new URL(readFileSync(path, 'utf8'))
    assert.equal(url.host, 'postgres:5432')
    url.host = reached.host
    execFileSync('chmod', ['u+w', path])
    writeFileSync(path, url.href)
  }
  return join(folder, 'secrets')
}

/** A service of compose.yaml, with `.env` as docs/deploying.md says. */
export function ofCompose(name: string, machine: Machine): Written {
  const variables: Readonly<Record<string, string>> = {
    PUBLIC_HOST: 'pay.example.com',
    BUILD_ID: 'a1b2c3d4e5f6',
  }
  const service = readCompose().services[name]
  assert.ok(service?.command && service.environment)
  const given = new Set(service.secrets ?? [])
  const environment = Object.entries(service.environment).map(([variable, text]) => {
    const value = text.replaceAll(/\$\{(\w+)[^}]*\}/g, (_, one: string) => variables[one] ?? '')
    const secret = /^\/run\/secrets\/(\w+)$/.exec(value)?.[1]
    if (secret === undefined) return [variable, value]
    assert.ok(given.has(secret), `${name} is not given ${secret}`)
    return [variable, join(machine.secrets, secret)]
  })
  const hasAccounts = service.env_file?.some(({ path }) => path === 'operators.env') === true
  return {
    command: service.command.slice(1),
    environment: {
      ...(hasAccounts ? machine.operators : {}),
      ...(Object.fromEntries(environment) as Record<string, string>),
    },
  }
}

/** A unit of systemd; `group` for `payments-worker@<group>`. */
export function ofSystemd(unit: string, machine: Machine, group = ''): Written {
  const text = textOf(`deploy/systemd/${unit}.service`)
  const all = (name: string): string[] =>
    [...text.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value)
  const secrets = new Map(
    all('LoadCredential').map((line) => {
      const [name = '', path = ''] = line.split(':')
      assert.ok(path.startsWith('/etc/payments/secrets/'), path)
      return [name, join(machine.secrets, basename(path))]
    }),
  )
  const fixed = all('Environment').map((line) => {
    const [, name = '', value = ''] = /^(\w+)=(.*)$/.exec(line) ?? []
    const secret = /^%d\/(\w+)$/.exec(value)?.[1]
    return [name, secret === undefined ? value : (secrets.get(secret) ?? '')]
  })
  const files = all('EnvironmentFile').map((path) => path.replace('%i', group))
  const read = files.flatMap((path) =>
    path === '-/etc/payments/operators.env'
      ? Object.entries(machine.operators)
      : linesOf(textOf(`deploy/systemd/${basename(path)}`)),
  )
  return {
    command: (all('ExecStart')[0] ?? '').split(' ').slice(2),
    environment: Object.fromEntries([...fixed, ...read]) as Record<string, string>,
  }
}

function linesOf(text: string): readonly (readonly [string, string])[] {
  return [...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value])
}
