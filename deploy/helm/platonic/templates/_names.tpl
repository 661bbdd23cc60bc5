{{/* Name of everything that belongs to the release. Kubernetes appends up to 11 characters to that of a StatefulSet, in a label of 63. */}}
{{- define "platonic.name" -}}
{{- $name := contains "platonic" .Release.Name | ternary .Release.Name (printf "%s-platonic" .Release.Name) }}
{{- $name | trunc 44 | trimSuffix "-" }}
{{- end }}

{{/* Labels of the pods that are called; with the role `backups`, of the pod that makes backups. */}}
{{- define "platonic.selector" -}}
app.kubernetes.io/name: platonic{{ with .role }}-{{ . }}{{ end }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "platonic.labels" -}}
{{ include "platonic.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{/* Selects what belongs to the release, in either role. */}}
{{- define "platonic.everySelector" -}}
matchLabels: {app.kubernetes.io/instance: {{ .Release.Name }}}
matchExpressions:
  - {key: app.kubernetes.io/name, operator: In, values: [platonic, platonic-backups]}
{{- end }}

{{/* Whether a pod of its own makes the backups: those of a database server. */}}
{{- define "platonic.hasBackupPod" -}}
{{- if and .Values.secrets.DATABASE_URL .Values.backups.enabled }}yes{{ end }}
{{- end }}

{{/* Whether the pods that are called have a volume each. */}}
{{- define "platonic.hasVolumes" -}}
{{- if or (not .Values.secrets.DATABASE_URL) .Values.journal.enabled }}yes{{ end }}
{{- end }}

{{- define "platonic.claims" -}}
- metadata:
    name: data
    labels: {{- include "platonic.selector" . | nindent 6 }}
  spec:
    accessModes: [ReadWriteOnce]
    {{- with .Values.persistence.storageClassName }}
    storageClassName: {{ . }}
    {{- end }}
    resources:
      requests: {storage: {{ .size }}}
{{- end }}
