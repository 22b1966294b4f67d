{{- define "payments.labels" -}}
app.kubernetes.io/name: payments
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "payments.meta" -}}
labels:
  {{- include "payments.labels" . | nindent 2 }}
  app.kubernetes.io/version: {{ .root.Values.image.tag | quote }}
  app.kubernetes.io/managed-by: {{ .root.Release.Service }}
{{- end }}

{{- /* Not root, nothing to write but /tmp, no right of the kernel, no key to the cluster. */ -}}
{{- define "payments.pod" -}}
automountServiceAccountToken: false
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
volumes:
  - name: tmp
    emptyDir: {}
  - name: secrets
    secret:
      secretName: {{ .root.Values.secrets.name }}
      defaultMode: 0440
      items:
        {{- range $file := merge dict (.secretFiles | default dict) .root.Values.secrets.files | values | uniq | sortAlpha }}
        - { key: {{ $file }}, path: {{ $file }} }
        {{- end }}
{{- end }}

{{- define "payments.container" -}}
image: "{{ .root.Values.image.repository }}:{{ required "image.tag: the build that runs, such as a commit" .root.Values.image.tag }}"
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
volumeMounts:
  - { name: tmp, mountPath: /tmp }
  - { name: secrets, mountPath: /run/secrets, readOnly: true }
env:
  - { name: NODE_ENV, value: production }
  - { name: HOST, value: 0.0.0.0 }
  - { name: BUILD_ID, value: {{ .root.Values.image.tag | quote }} }
  - { name: PUBLIC_URL, value: {{ printf "https://%s" .root.Values.publicHost | quote }} }
  {{- range $name, $value := merge dict (.environment | default dict) .root.Values.environment }}
  - { name: {{ $name }}, value: {{ $value | quote }} }
  {{- end }}
  {{- range $name, $file := merge dict (.secretFiles | default dict) .root.Values.secrets.files }}
  - { name: {{ $name }}, value: /run/secrets/{{ $file }} }
  {{- end }}
{{- end }}

{{- /* One of each on another machine and in another zone, as far as there are others. */ -}}
{{- define "payments.spread" -}}
topologySpreadConstraints:
  {{- range list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
  - maxSkew: 1
    topologyKey: {{ . }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "payments.labels" $ | nindent 8 }}
  {{- end }}
{{- end }}
