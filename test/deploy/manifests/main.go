// Command manifests renders the chart as helm does, and decodes what comes out strictly: a field that Kubernetes does not
// know, or of another type, is an error. It prints the documents.
//
//	manifests CHART VALUES   lints and renders the chart with a file of values
//	manifests --compose FILE reads a compose file by its schema
package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/compose-spec/compose-go/v2/cli"
	monitoring "github.com/prometheus-operator/prometheus-operator/pkg/apis/monitoring/v1"
	"helm.sh/helm/v3/pkg/action"
	"helm.sh/helm/v3/pkg/chart/loader"
	"helm.sh/helm/v3/pkg/chartutil"
	"helm.sh/helm/v3/pkg/releaseutil"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer/json"
	"k8s.io/client-go/kubernetes/scheme"
)

var kubernetes = chartutil.KubeVersion{Version: "v1.31.0", Major: "1", Minor: "31"}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(arguments []string) error {
	if len(arguments) != 2 {
		return fmt.Errorf("usage: manifests CHART VALUES, or manifests --compose FILE")
	}
	if arguments[0] == "--compose" {
		return readCompose(arguments[1])
	}
	values, err := chartutil.ReadValuesFile(arguments[1])
	if err != nil {
		return err
	}
	if err := lint(arguments[0], values); err != nil {
		return err
	}
	manifest, err := render(arguments[0], values)
	if err != nil {
		return err
	}
	fmt.Println(manifest)
	return decodeAll(manifest)
}

func lint(path string, values chartutil.Values) error {
	linter := action.NewLint()
	linter.Strict = true
	linter.KubeVersion = &kubernetes
	var problems []string
	for _, err := range linter.Run([]string{path}, values).Errors {
		problems = append(problems, err.Error())
	}
	if len(problems) > 0 {
		return fmt.Errorf("%s", strings.Join(problems, "\n"))
	}
	return nil
}

func render(path string, values chartutil.Values) (string, error) {
	chart, err := loader.Load(path)
	if err != nil {
		return "", err
	}
	install := action.NewInstall(new(action.Configuration))
	install.ReleaseName, install.Namespace = "try", "default"
	install.DryRun, install.ClientOnly = true, true
	install.KubeVersion = &kubernetes
	release, err := install.Run(chart, values)
	if err != nil {
		return "", err
	}
	return release.Manifest, nil
}

func decodeAll(manifest string) error {
	known := runtime.NewScheme()
	if err := scheme.AddToScheme(known); err != nil {
		return err
	}
	if err := monitoring.AddToScheme(known); err != nil {
		return err
	}
	options := json.SerializerOptions{Yaml: true, Strict: true}
	decoder := json.NewSerializerWithOptions(json.DefaultMetaFactory, known, known, options)
	for _, document := range releaseutil.SplitManifests(manifest) {
		if _, _, err := decoder.Decode([]byte(document), nil, nil); err != nil {
			return fmt.Errorf("%w in\n%s", err, document)
		}
	}
	return nil
}

func readCompose(path string) error {
	options, err := cli.NewProjectOptions([]string{path}, cli.WithOsEnv)
	if err != nil {
		return err
	}
	project, err := options.LoadProject(context.Background())
	if err != nil {
		return err
	}
	written, err := project.MarshalYAML()
	fmt.Println(string(written))
	return err
}
