import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A receiver's certificate with the chain it sends, and its key; PEM. */
export interface ServerCertificate {
  readonly cert: string
  readonly key: string
}

export interface Certificates {
  /** The only authority the tests trust. */
  readonly root: string
  readonly valid: ServerCertificate
  readonly expired: ServerCertificate
  readonly wrongHost: ServerCertificate
  readonly selfSigned: ServerCertificate
  /** Signed by the intermediate authority, which it does not send. */
  readonly noChain: ServerCertificate
}

/** The name on the good certificates, beside `localhost` and 127.0.0.1. */
export const receiverName = 'hooks.example.test'

/** For a first `before`: where there is no openssl command, these tests are reported as skipped. */
export function needsOpenssl(this: Mocha.Context): void {
  if (spawnSync('openssl', ['version']).status !== 0) this.skip()
}

let made: Certificates | undefined

/** Made once a run, by the openssl command: root, intermediate, and one leaf for each case. */
export function certificates(): Certificates {
  if (made !== undefined) return made
  const folder = mkdtempSync(join(tmpdir(), 'webhook-certificates-'))
  try {
    made = makeAll(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
  return made
}

const goodNames = `DNS:${receiverName},DNS:localhost,IP:127.0.0.1`

function makeAll(folder: string): Certificates {
  const authority = authorityIn(folder)
  const root = authority.selfSigned('root', 'CA:TRUE')
  const intermediate = authority.signed('intermediate', { by: 'root', basic: 'CA:TRUE' })
  const leaf = (name: string, names: string, isExpired = false) => {
    const one = authority.signed(name, { by: 'intermediate', basic: 'CA:FALSE', names, isExpired })
    return { key: one.key, cert: one.cert + intermediate.cert }
  }
  return {
    root: root.cert,
    valid: leaf('valid', goodNames),
    expired: leaf('expired', goodNames, true),
    wrongHost: leaf('wrong', 'DNS:other.example.test,IP:127.0.0.9'),
    selfSigned: authority.selfSigned('self', 'CA:FALSE', goodNames),
    noChain: authority.signed('bare', { by: 'intermediate', basic: 'CA:FALSE', names: goodNames }),
  }
}

interface Signing {
  readonly by: string
  readonly basic: string
  readonly names?: string
  readonly isExpired?: boolean
}

/** The openssl commands, over files named after each certificate. */
function authorityIn(folder: string) {
  const file = (name: string) => join(folder, name)
  const read = (name: string) => readFileSync(file(name), 'utf8')
  writeFileSync(file('serial'), '1000')
  const openssl = (command: string) =>
    execFileSync('openssl', command.split(' '), {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
  const configure = (name: string, basic: string, names?: string) => {
    const san = names === undefined ? '' : `subjectAltName=${names}\n`
    writeFileSync(file('index.txt'), '')
    writeFileSync(
      file(`${name}.cnf`),
      `[ca]\ndefault_ca=it\n[it]\ndatabase=index.txt\nnew_certs_dir=.\nserial=serial\ndefault_md=sha256\n` +
        `policy=any\nunique_subject=no\n[any]\ncommonName=supplied\n[req]\ndistinguished_name=dn\n[dn]\n` +
        `[ext]\nbasicConstraints=critical,${basic}\nsubjectKeyIdentifier=hash\n${san}`,
    )
    openssl(`ecparam -name prime256v1 -genkey -noout -out ${name}.key`)
    openssl(`req -new -config ${name}.cnf -key ${name}.key -subj /CN=${name} -out ${name}.csr`)
  }
  const sign = (name: string, signer: string, isExpired = false) => {
    const dates = `-startdate 20200101000000Z -enddate ${isExpired ? '2020' : '2049'}0201000000Z`
    const files = `-config ${name}.cnf -in ${name}.csr -out ${name}.pem`
    openssl(`ca -batch -notext -md sha256 -extensions ext ${dates} ${files} ${signer}`)
    return { cert: read(`${name}.pem`), key: read(`${name}.key`) }
  }
  return {
    selfSigned: (name: string, basic: string, names?: string): ServerCertificate => {
      configure(name, basic, names)
      return sign(name, `-selfsign -keyfile ${name}.key`)
    },
    signed: (name: string, { by, basic, names, isExpired }: Signing): ServerCertificate => {
      configure(name, basic, names)
      return sign(name, `-cert ${by}.pem -keyfile ${by}.key`, isExpired)
    },
  }
}
