{{/* The pod, the same for both kinds of database and both roles; what they differ in is the volume `data`, and BACKUPS. */}}
{{- define "platonic.pod" -}}
{{- include "platonic.refusals" . -}}
metadata:
  labels:
    {{- include "platonic.labels" . | nindent 4 }}
    {{- with .Values.podLabels }}{{ toYaml . | nindent 4 }}{{ end }}
  {{- with .Values.podAnnotations }}
  annotations: {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  serviceAccountName: {{ include "platonic.name" . }}
  automountServiceAccountToken: false
  {{- with .Values.imagePullSecrets }}
  imagePullSecrets: {{- toYaml . | nindent 4 }}
  {{- end }}
  # Drain, grace, and what closing takes.
  terminationGracePeriodSeconds: {{ add (div (add .Values.drainMs .Values.shutdownGraceMs 999) 1000) 10 }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 10001
    runAsGroup: 10001
    fsGroup: 10001
    fsGroupChangePolicy: OnRootMismatch
    seccompProfile: {type: RuntimeDefault}
  containers:
    - name: platonic
      {{- with .Values.image }}
      image: {{ .repository }}{{ if .digest }}@{{ .digest }}{{ else }}:{{ .tag | default $.Chart.AppVersion }}{{ end }}
      imagePullPolicy: {{ .pullPolicy }}
      {{- end }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities: {drop: [ALL]}
      env: {{- include "platonic.environment" . | nindent 8 }}
      ports:
        - {name: http, containerPort: 8080}
        {{- if .Values.metrics.enabled }}
        - {name: metrics, containerPort: {{ .Values.metrics.port }}}
        {{- end }}
      {{- $scheme := ternary "HTTPS" "HTTP" (ne .Values.tls.secretName "") }}
      # A first start makes the schema, and a new version may migrate it; one that waits for its turn is not restarted.
      startupProbe:
        httpGet: {path: /healthz, port: http, scheme: {{ $scheme }}}
        periodSeconds: 2
        failureThreshold: 300
      readinessProbe:
        httpGet: {path: /readyz, port: http, scheme: {{ $scheme }}}
        periodSeconds: 2
        timeoutSeconds: 2
        failureThreshold: 2
      # The process alone: a pod is not to be restarted for a database that is away.
      livenessProbe:
        httpGet: {path: /healthz, port: http, scheme: {{ $scheme }}}
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 6
      resources: {{- toYaml .Values.resources | nindent 8 }}
      volumeMounts:
        - {name: data, mountPath: /var/lib/platonic}
        - {name: vault, mountPath: /run/secrets/vault, readOnly: true}
        {{- if .Values.tls.secretName }}
        - {name: tls, mountPath: /run/secrets/tls, readOnly: true}
        {{- end }}
        {{- if .Values.secrets }}
        - {name: secrets, mountPath: /run/secrets/settings, readOnly: true}
        {{- end }}
  volumes: {{- include "platonic.volumes" . | nindent 4 }}
  {{- with .Values.nodeSelector }}
  nodeSelector: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .Values.tolerations }}
  tolerations: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .Values.affinity }}
  affinity: {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end }}

{{- define "platonic.environment" -}}
- {name: DRAIN_MS, value: {{ .Values.drainMs | int | quote }}}
- {name: SHUTDOWN_GRACE_MS, value: {{ .Values.shutdownGraceMs | int | quote }}}
- {name: VAULT_PASSPHRASE_FILE, value: /run/secrets/vault/passphrase}
{{- if .Values.tls.secretName }}
- {name: TLS_CERT_FILE, value: /run/secrets/tls/tls.crt}
- {name: TLS_KEY_FILE, value: /run/secrets/tls/tls.key}
{{- end }}
{{- if .Values.metrics.enabled }}
- {name: METRICS_PORT, value: {{ .Values.metrics.port | quote }}}
- {name: METRICS_HOST, value: 0.0.0.0}
{{- end }}
{{- $ownBackups := ternary "on" "off" (and .Values.backups.enabled (not .Values.secrets.DATABASE_URL)) }}
- {name: BACKUPS, value: {{ ternary "only" $ownBackups (not (empty .role)) | quote }}}
{{- range $name, $value := .Values.settings }}
- {name: {{ $name }}, value: {{ kindIs "float64" $value | ternary ($value | int64) $value | toString | quote }}}
{{- end }}
{{- range $name, $_ := .Values.secrets }}
- {name: {{ $name }}_FILE, value: /run/secrets/settings/{{ $name }}}
{{- end }}
{{- end }}

{{- define "platonic.volumes" -}}
{{- if not (or .role (include "platonic.hasVolumes" .)) }}
# What is kept beside a database server; the data are in the database.
- name: data
  emptyDir: {}
{{- end }}
# Root's files that the group of the service may read, as the vault demands.
- name: vault
  secret:
    secretName: {{ .Values.vault.passphraseSecret.name }}
    defaultMode: 0440
    items: [{key: {{ .Values.vault.passphraseSecret.key }}, path: passphrase}]
{{- if .Values.tls.secretName }}
- name: tls
  secret: {secretName: {{ .Values.tls.secretName }}, defaultMode: 0440}
{{- end }}
{{- if .Values.secrets }}
- name: secrets
  projected:
    defaultMode: 0440
    sources:
      {{- range $name, $secret := .Values.secrets }}
      - secret: {name: {{ $secret.name }}, items: [{key: {{ $secret.key }}, path: {{ $name }}}]}
      {{- end }}
{{- end }}
{{- end }}

{{/* What values.schema.json cannot say, or not in words. */}}
{{- define "platonic.refusals" -}}
{{- if not .Values.vault.passphraseSecret.name }}
{{- fail "vault.passphraseSecret.name is missing: name a Secret with the passphrase of the vault. To make one: kubectl create secret generic platonic-vault --from-literal=passphrase=$(openssl rand -base64 32)" }}
{{- end }}
{{- if and (gt (int .Values.replicas) 1) (not .Values.secrets.DATABASE_URL) }}
{{- fail (printf "replicas is %d, but SQLite is for one process: name the Secret of a database server by secrets.DATABASE_URL, or leave replicas at 1" (int .Values.replicas)) }}
{{- end }}
{{- if and .Values.journal.enabled (not .Values.secrets.DATABASE_URL) }}
{{- fail "journal.enabled needs secrets.DATABASE_URL: SQLite keeps no journal of acknowledgements" }}
{{- end }}
{{- if and .Values.metrics.serviceMonitor.enabled (not .Values.metrics.enabled) }}
{{- fail "metrics.serviceMonitor.enabled needs metrics.enabled: without it there is no port with metrics" }}
{{- end }}
{{- end }}
