import type { Language } from '#domain/text/language.ts'
import { More } from '#web/design/ask.tsx'
import { useScope } from '#web/design/scope.ts'
import { useWebhookWords } from './words.ts'

/** How a receiver verifies what it gets, as code to copy beside the secret (docs/webhooks.md#signatures). */
export function Verification({ standardSecret }: { readonly standardSecret: string }) {
  const { language } = useScope()
  const { verification } = useWebhookWords()
  return (
    <section class="card stack">
      <h2>{verification.title}</h2>
      <p class="soft">{verification.text(<code>{standardSecret}</code>)}</p>
      {programmings.map((name) => (
        <More title={verification.samples[name]}>
          <pre class="code" tabIndex={0}>
            {samples[language][name]}
          </pre>
        </More>
      ))}
      <p class="soft small">
        {verification.afterwards(<code>payload</code>, <code>webhook-id</code>)}
      </p>
    </section>
  )
}

const programmings = ['node', 'php', 'python'] as const

/** The languages that shops of the region program in. */
type Programming = 'node' | 'php' | 'python'

type Samples = Readonly<Record<Programming, string>>

/** Code that checks a call and opens what it carries, to copy; a test runs each. */
export const samples: Readonly<Record<Language, Samples>> = {
  fr: {
    node: `import crypto from "node:crypto"

// corps : le texte reçu, avant tout JSON.parse ; entetes : ceux de la requête
function estDeNous(corps, entetes, secret) {
  const id = entetes["webhook-id"], heure = entetes["webhook-timestamp"]
  if (Math.abs(Date.now() / 1000 - Number(heure)) > 300) return false
  const attendue = crypto.createHmac("sha256", secret).update(\`\${id}.\${heure}.\${corps}\`).digest()
  return entetes["webhook-signature"].split(" ").some((une) => {
    const recue = Buffer.from(une.replace("v1,", ""), "base64")
    return recue.length === attendue.length && crypto.timingSafeEqual(recue, attendue)
  })
}

function ouvre(corps, secret) {
  const scelle = Buffer.from(JSON.parse(corps).payload, "base64")
  const cle = Buffer.from(secret).subarray(0, 32)
  const chiffre = crypto.createDecipheriv("aes-256-cbc", cle, scelle.subarray(0, 16))
  const texte = chiffre.update(scelle.subarray(16).toString(), "base64", "utf8") + chiffre.final("utf8")
  const { event, data } = JSON.parse(texte)
  return { event, data: JSON.parse(data) }
}`,
    php: `<?php
// $corps = file_get_contents('php://input'); $entetes = array_change_key_case(getallheaders());
function est_de_nous(string $corps, array $entetes, string $secret): bool {
  $heure = $entetes['webhook-timestamp'];
  if (abs(time() - (int) $heure) > 300) return false;
  $signe = $entetes['webhook-id'] . '.' . $heure . '.' . $corps;
  $attendue = 'v1,' . base64_encode(hash_hmac('sha256', $signe, $secret, true));
  foreach (explode(' ', $entetes['webhook-signature']) as $une)
    if (hash_equals($attendue, $une)) return true;
  return false;
}

function ouvre(string $corps, string $secret): array {
  $scelle = base64_decode(json_decode($corps, true)['payload']);
  $texte = openssl_decrypt(substr($scelle, 16), 'aes-256-cbc', substr($secret, 0, 32), 0, substr($scelle, 0, 16));
  $recu = json_decode($texte, true);
  return ['event' => $recu['event'], 'data' => json_decode($recu['data'], true)];
}`,
    python: `import base64, hashlib, hmac, json, time
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

# corps : les octets reçus, avant tout json.loads
def est_de_nous(corps: bytes, entetes, secret: str) -> bool:
    heure = entetes["webhook-timestamp"]
    if abs(time.time() - int(heure)) > 300:
        return False
    signe = f'{entetes["webhook-id"]}.{heure}.'.encode() + corps
    attendue = base64.b64encode(hmac.new(secret.encode(), signe, hashlib.sha256).digest()).decode()
    recues = entetes["webhook-signature"].split(" ")
    return any(hmac.compare_digest(f"v1,{attendue}", une) for une in recues)

def ouvre(corps: bytes, secret: str) -> dict:
    scelle = base64.b64decode(json.loads(corps)["payload"])
    cle = Cipher(algorithms.AES(secret.encode()[:32]), modes.CBC(scelle[:16])).decryptor()
    texte = cle.update(base64.b64decode(scelle[16:])) + cle.finalize()
    recu = json.loads(texte[: -texte[-1]])
    return {"event": recu["event"], "data": json.loads(recu["data"])}`,
  },
  en: {
    node: `import crypto from "node:crypto"

// body: the text received, before any JSON.parse; headers: those of the request
function isFromUs(body, headers, secret) {
  const id = headers["webhook-id"], time = headers["webhook-timestamp"]
  if (Math.abs(Date.now() / 1000 - Number(time)) > 300) return false
  const expected = crypto.createHmac("sha256", secret).update(\`\${id}.\${time}.\${body}\`).digest()
  return headers["webhook-signature"].split(" ").some((one) => {
    const received = Buffer.from(one.replace("v1,", ""), "base64")
    return received.length === expected.length && crypto.timingSafeEqual(received, expected)
  })
}

function openEvent(body, secret) {
  const sealed = Buffer.from(JSON.parse(body).payload, "base64")
  const key = Buffer.from(secret).subarray(0, 32)
  const decipher = crypto.createDecipheriv("aes-256-cbc", key, sealed.subarray(0, 16))
  const text = decipher.update(sealed.subarray(16).toString(), "base64", "utf8") + decipher.final("utf8")
  const { event, data } = JSON.parse(text)
  return { event, data: JSON.parse(data) }
}`,
    php: `<?php
// $body = file_get_contents('php://input'); $headers = array_change_key_case(getallheaders());
function is_from_us(string $body, array $headers, string $secret): bool {
  $time = $headers['webhook-timestamp'];
  if (abs(time() - (int) $time) > 300) return false;
  $signed = $headers['webhook-id'] . '.' . $time . '.' . $body;
  $expected = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $secret, true));
  foreach (explode(' ', $headers['webhook-signature']) as $one)
    if (hash_equals($expected, $one)) return true;
  return false;
}

function open_event(string $body, string $secret): array {
  $sealed = base64_decode(json_decode($body, true)['payload']);
  $text = openssl_decrypt(substr($sealed, 16), 'aes-256-cbc', substr($secret, 0, 32), 0, substr($sealed, 0, 16));
  $event = json_decode($text, true);
  return ['event' => $event['event'], 'data' => json_decode($event['data'], true)];
}`,
    python: `import base64, hashlib, hmac, json, time
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

# body: the bytes received, before any json.loads
def is_from_us(body: bytes, headers, secret: str) -> bool:
    sent_at = headers["webhook-timestamp"]
    if abs(time.time() - int(sent_at)) > 300:
        return False
    signed = f'{headers["webhook-id"]}.{sent_at}.'.encode() + body
    expected = base64.b64encode(hmac.new(secret.encode(), signed, hashlib.sha256).digest()).decode()
    received = headers["webhook-signature"].split(" ")
    return any(hmac.compare_digest(f"v1,{expected}", one) for one in received)

def open_event(body: bytes, secret: str) -> dict:
    sealed = base64.b64decode(json.loads(body)["payload"])
    decryptor = Cipher(algorithms.AES(secret.encode()[:32]), modes.CBC(sealed[:16])).decryptor()
    text = decryptor.update(base64.b64decode(sealed[16:])) + decryptor.finalize()
    event = json.loads(text[: -text[-1]])
    return {"event": event["event"], "data": json.loads(event["data"])}`,
  },
}
