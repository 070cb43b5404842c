@echo off
rem Starts japply on the Java of JAPPLY_JAVA (a java program), JAVA_HOME or PATH, which must be version 21 or newer.
setlocal
set "JAPPLY_PROGRAM=java"
if defined JAVA_HOME set "JAPPLY_PROGRAM=%JAVA_HOME%\bin\java.exe"
if defined JAPPLY_JAVA set "JAPPLY_PROGRAM=%JAPPLY_JAVA%"
rem kubectl calls it by this name for "kubectl japply".
set "JAPPLY_NAME=japply"
if /i "%~n0"=="kubectl-japply" set "JAPPLY_NAME=kubectl-japply"
"%JAPPLY_PROGRAM%" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:-UsePerfData -XX:CompressedClassSpaceSize=64m -Djdk.reflect.useNativeAccessorOnly=true "-Djapply.program=%JAPPLY_NAME%" %JAPPLY_JAVA_OPTIONS% -jar "%~dp0..\lib\japply\japply.jar" %*
exit /b %ERRORLEVEL%
